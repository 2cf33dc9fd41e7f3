import { describe, expect, it } from 'vitest';
import { sharedEnds, toLines, toPairs } from './diff-rows';

const hunk = {
  oldStart: 4,
  oldLines: 3,
  newStart: 4,
  newLines: 3,
  lines: [' a', '-b', '-c', '+B', ' d', '+e', '\\ No newline at end of file'],
};

describe('lines of a change', () => {
  it('are counted on both sides', () => {
    expect(
      toLines(hunk).map(({ kind, oldNumber, newNumber, text }) => [kind, oldNumber, newNumber, text]),
    ).toEqual([
      ['same', 4, 4, 'a'],
      ['removed', 5, null, 'b'],
      ['removed', 6, null, 'c'],
      ['added', null, 5, 'B'],
      ['same', 7, 6, 'd'],
      ['added', null, 7, 'e'],
      ['note', null, null, 'No newline at end of file'],
    ]);
  });

  it('stand beside what replaces them', () => {
    const pairs = toPairs(toLines(hunk)).map(({ before, after }) => [
      before?.text ?? null,
      after?.text ?? null,
    ]);
    expect(pairs.slice(0, 5)).toEqual([
      ['a', 'a'],
      ['b', 'B'],
      ['c', null],
      ['d', 'd'],
      [null, 'e'],
    ]);
  });

  it('share their ends without overlapping', () => {
    expect(sharedEnds('const a = 1;', 'const b = 1;')).toEqual({ start: 6, end: 5 });
    expect(sharedEnds('aaa', 'aaaa')).toEqual({ start: 3, end: 0 });
    expect(sharedEnds('x', 'y')).toEqual({ start: 0, end: 0 });
  });
});
