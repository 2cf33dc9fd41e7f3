import { describe, expect, it } from 'vitest';
import { type DiffPresentation, toLines, toPairs, toRows } from './diff-rows';

const hunk = {
  oldStart: 4,
  oldLines: 3,
  newStart: 4,
  newLines: 3,
  lines: [' a', '-b', '-c', '+B', ' d', '+e', '\\ No newline at end of file'],
};

const diff = (change: DiffPresentation['change'], hunks: DiffPresentation['hunks']): DiffPresentation => ({
  kind: 'diff',
  path: 'a.txt',
  change,
  addedLines: 0,
  removedLines: 0,
  hunks,
});

const rowsOf = (diff: DiffPresentation, layout: 'unified' | 'split') =>
  toRows(diff, diff.hunks.map(toLines), layout).map((row) => {
    if (row.kind === 'where') return row.text;
    if (row.kind === 'line') return [row.line.text, row.partner?.text ?? null];
    return [row.before?.text ?? null, row.after?.text ?? null];
  });

const sides = (lines: string[]) =>
  toPairs(toLines({ ...hunk, lines })).map(({ before, after }) => [
    before?.text ?? null,
    after?.text ?? null,
  ]);

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

  it('are paired with the lines that replace them', () => {
    expect(sides(hunk.lines)).toEqual([
      ['a', 'a'],
      ['b', 'B'],
      ['c', null],
      ['d', 'd'],
      [null, 'e'],
      [null, 'No newline at end of file'],
    ]);
  });

  it('a note stays on its side and does not split a pair', () => {
    const note = 'No newline at end of file';
    expect(sides(['-c', `\\ ${note}`, '+C'])).toEqual([
      ['c', 'C'],
      [note, null],
    ]);
    expect(sides(['-c', `\\ ${note}`, '+C', `\\ ${note}`])).toEqual([
      ['c', 'C'],
      [note, note],
    ]);
    expect(sides([' c', `\\ ${note}`])).toEqual([
      ['c', 'c'],
      [note, note],
    ]);
  });
});

describe('rows of a change', () => {
  const later = { ...hunk, oldStart: 20, newStart: 20, newLines: 1, lines: [' z'] };

  it('say how many lines are unchanged before and between them', () => {
    expect(rowsOf(diff('modify', [hunk, later]), 'unified').filter((row) => typeof row === 'string')).toEqual(
      ['Lines 4 to 6 · 3 unchanged lines before', 'Line 20 · 13 unchanged lines before'],
    );
  });

  it('a new file has no unchanged lines around it', () => {
    expect(rowsOf(diff('create', [{ ...hunk, lines: ['+a'] }]), 'unified')).toEqual([['a', null]]);
  });

  it('know which line each line replaces', () => {
    expect(rowsOf(diff('modify', [hunk]), 'unified').slice(1, 5)).toEqual([
      ['a', null],
      ['b', 'B'],
      ['c', null],
      ['B', 'b'],
    ]);
  });

  it('are side by side', () => {
    expect(rowsOf(diff('modify', [hunk]), 'split').slice(2, 4)).toEqual([
      ['b', 'B'],
      ['c', null],
    ]);
  });

  it('do not exist for an empty file', () => {
    expect(rowsOf(diff('create', []), 'unified')).toEqual([]);
  });
});
