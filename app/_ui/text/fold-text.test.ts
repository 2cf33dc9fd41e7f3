import { describe, expect, it } from 'vitest';
import { foldText } from './fold-text';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n');

describe('folding', () => {
  it('a short text is shown in full', () => {
    for (const text of [lines(3), '', '\n', 'x'.repeat(5_000), `${lines(53)}\n`]) {
      expect(foldText(text)).toEqual({ shown: text, size: null });
    }
  });

  it('a long one is cut after 50 lines and says how many there are', () => {
    expect(foldText(lines(10_000))).toEqual({ shown: lines(50), size: '10,000 lines' });
  });

  it('a few lines over the limit do not fold', () => {
    expect(foldText(lines(53)).size).toBeNull();
    expect(foldText(lines(54)).size).toBe('54 lines');
  });

  it('one long line is cut and says how long it is', () => {
    const folded = foldText('x'.repeat(20_000), 8);
    expect(folded).toEqual({ shown: 'x'.repeat(800), size: '20,000 characters' });
  });

  it('a long line counts for as many lines as it takes', () => {
    const folded = foldText(`a\n${'x'.repeat(20_000)}\nb`, 8);
    expect(folded).toEqual({ shown: `a\n${'x'.repeat(700)}`, size: '20,004 characters' });
  });

  it('no character is cut in two', () => {
    const folded = foldText(`x${'😀'.repeat(10_000)}`, 8);
    expect(folded.shown.isWellFormed()).toBe(true);
    expect(folded.size).toBe('10,001 characters');
  });
});
