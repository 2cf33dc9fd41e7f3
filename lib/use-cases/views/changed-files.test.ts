import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TouchedPath } from '../../domain/assessment';
import type { Presentation } from '../../domain/presentation';
import { nameInTwoForms } from '../../shared/testing/unicode-forms';
import { type ExecutedCall, sumChanges } from './changed-files';

let calls = 0;
const call = (
  paths: TouchedPath[],
  preview: Presentation[],
  result: Presentation | null = null,
): ExecutedCall => {
  calls += 1;
  return { id: `call_${calls}`, paths, preview, result };
};
const diff = (
  path: string,
  change: 'create' | 'modify' | 'delete',
  addedLines: number,
  removedLines: number,
): Presentation => ({ kind: 'diff', path, change, addedLines, removedLines, hunks: [] });
const create = (path: string, lines: number) =>
  call([{ path, how: 'written' }], [diff(path, 'create', lines, 0)]);
const edit = (path: string, added: number, removed: number) =>
  call([{ path, how: 'written' }], [diff(path, 'modify', added, removed)]);
const remove = (path: string, lines: number) =>
  call([{ path, how: 'deleted' }], [diff(path, 'delete', 0, lines)]);
const move = (from: string, to: string) =>
  call(
    [
      { path: from, how: 'moved_from' },
      { path: to, how: 'moved_to' },
    ],
    [{ kind: 'move', from, to }],
  );

const said = (...calls: ExecutedCall[]) =>
  sumChanges(calls).map(({ path, change, movedFrom, addedLines, removedLines, callIds }) =>
    [path, change, movedFrom, addedLines, removedLines, callIds.length].join(' '),
  );

describe('the files that a run changed', () => {
  it('has one entry per file, with the lines of all its calls', () => {
    expect(said(create('a.md', 12), edit('a.md', 3, 2), edit('b.md', 1, 1))).toEqual([
      'a.md created  15 2 2',
      'b.md changed  1 1 1',
    ]);
  });

  it('has one entry per file, whatever the Unicode form of its name in each call, and two for twins', () => {
    fc.assert(
      fc.property(nameInTwoForms, ([onDisk, asked]) => {
        const edited = call([{ path: asked, how: 'written' }], [diff(onDisk, 'modify', 1, 0)]);
        const moved = call(
          [
            { path: asked, how: 'moved_from' },
            { path: 'b.md', how: 'moved_to' },
          ],
          [{ kind: 'move', from: onDisk, to: 'b.md' }],
        );
        expect(said(edit(onDisk, 3, 2), edited)).toEqual([`${onDisk} changed  4 2 2`]);
        expect(said(edited, moved)).toEqual([`b.md moved ${onDisk} 1 0 2`]);
        expect(said(edit(onDisk, 1, 0), edit(asked, 2, 0))).toHaveLength(2);
      }),
    );
  });

  it('follows a file that moves, alone or with its folder', () => {
    expect(said(edit('a.md', 1, 0), move('a.md', 'b/a.md'))).toEqual(['b/a.md moved a.md 1 0 2']);
    expect(said(create('in/new.md', 2), move('in', 'out'))).toEqual([
      'out/new.md created  2 0 1',
      'out moved in 0 0 1',
    ]);
    expect(said(move('a', 'b'), move('b', 'a'))).toEqual(['a changed  0 0 2']);
  });

  it('marks removed files: deleted, or created and deleted again', () => {
    expect(said(remove('a.md', 5))).toEqual(['a.md deleted  0 5 1']);
    expect(said(create('a.md', 5), remove('a.md', 5))).toEqual(['a.md temporary  5 5 2']);
    expect(said(remove('a.md', 5), create('a.md', 6))).toEqual(['a.md changed  6 5 2']);
  });

  it('claims only checked facts: no line counts for binary data, no "created" without a check', () => {
    const binary = call(
      [{ path: 'a.png', how: 'deleted' }],
      [{ kind: 'entries', title: 'File', entries: [] }],
    );
    expect(said(binary)).toEqual(['a.png deleted    1']);
    const planned = call([{ path: 'a.md', how: 'written' }], [], {
      kind: 'text',
      title: 'a.md',
      text: 'one\ntwo\n',
      language: null,
    });
    expect(said(planned)).toEqual(['a.md written  2  1']);
  });
});
