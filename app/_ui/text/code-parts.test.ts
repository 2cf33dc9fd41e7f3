import { describe, expect, it } from 'vitest';
import { toCodeParts, toPlainHeadline } from './code-parts';

describe('code in a headline', () => {
  it('is between backticks', () => {
    expect(toCodeParts('Run `npm test` in app/')).toEqual({
      before: 'Run ',
      code: 'npm test',
      after: ' in app/',
    });
  });

  it('ends at the last one, whatever it holds', () => {
    expect(toCodeParts('Run `ls` in the workspace; `rm -rf .`` in app/')).toEqual({
      before: 'Run ',
      code: 'ls` in the workspace; `rm -rf .`',
      after: ' in app/',
    });
  });

  it.each(['Write 2 lines to a.txt', 'one ` only', 'nothing in ``', ''])('is none in “%s”', (text) => {
    expect(toCodeParts(text)).toBeNull();
  });

  it('loses its backticks where markup is not possible', () => {
    expect(toPlainHeadline('Run `npm test` in app/')).toBe('Run npm test in app/');
    expect(toPlainHeadline('Write 2 lines to a.txt')).toBe('Write 2 lines to a.txt');
  });
});

describe('toPlainHeadline', () => {
  it.each([
    ['Run `npm test` in app/', 'Run npm test in app/'],
    ['Run `echo `date`` now', 'Run echo `date` now'],
    ['Write a.txt', 'Write a.txt'],
  ])('%s becomes %s', (headline, plain) => {
    expect(toPlainHeadline(headline)).toBe(plain);
  });
});
