import { describe, expect, it } from 'vitest';
import { foldLines } from './fold-lines';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n');

describe('folding', () => {
  it('a short text is shown whole', () => {
    expect(foldLines(lines(3))).toEqual({ shown: lines(3), totalLines: 3, hiddenLines: 0 });
  });

  it('a long one is cut after 50 lines and says how many are left', () => {
    const folded = foldLines(lines(200));
    expect(folded.shown).toBe(lines(50));
    expect(folded).toMatchObject({ totalLines: 200, hiddenLines: 150 });
  });

  it('a few lines too many are not worth folding', () => {
    expect(foldLines(lines(53)).hiddenLines).toBe(0);
    expect(foldLines(lines(54)).hiddenLines).toBe(4);
  });

  it('the line end at the end of a file is not a line', () => {
    expect(foldLines('a\nb\n').totalLines).toBe(2);
    expect(foldLines('').totalLines).toBe(1);
  });
});
