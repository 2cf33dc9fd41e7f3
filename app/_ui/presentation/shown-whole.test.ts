import { describe, expect, it } from 'vitest';
import type { PresentationView } from '@/lib/contracts/presentation';
import { isShownWhole } from './shown-whole';

const diff = (change: 'create' | 'modify', lines: string[]): PresentationView => ({
  kind: 'diff',
  path: 'notes/a.md',
  change,
  addedLines: 2,
  removedLines: 0,
  hunks: [{ oldStart: 0, oldLines: 0, newStart: 1, newLines: 2, lines }],
});
const noNewline = '\\ No newline at end of file';

describe('a value counts as shown', () => {
  it('by the diff that creates a file from it', () => {
    const created = diff('create', ['+one', '+two']);
    expect(isShownWhole('one\ntwo\n', [created])).toBe(true);
    expect(isShownWhole('one\ntwo', [created])).toBe(false);
    expect(isShownWhole('one\ntwo', [diff('create', ['+one', '+two', noNewline])])).toBe(true);
    expect(isShownWhole('notes/a.md', [created])).toBe(true);
  });

  it('not by a diff that shows only the differences', () => {
    expect(isShownWhole('one\ntwo\n', [diff('modify', ['+one', '+two'])])).toBe(false);
  });

  it('by the command block when it is the command', () => {
    const command: PresentationView = { kind: 'command', command: 'npm test', folder: '.' };
    expect(isShownWhole('npm test', [command])).toBe(true);
    expect(isShownWhole('npm', [command])).toBe(false);
  });

  it('an empty one is never left out', () => {
    expect(isShownWhole('', [diff('create', [])])).toBe(false);
    expect(isShownWhole('a', [])).toBe(false);
  });
});
