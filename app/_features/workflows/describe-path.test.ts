import { describe, expect, it } from 'vitest';
import { describePath } from './describe-path';

const file = { state: 'file', size: 3_400 } as const;
const folder = { state: 'folder', entryCount: 12 } as const;
const absent = { state: 'absent' } as const;

describe('the note on a typed path', () => {
  it('depends on what the field is for', () => {
    const said = (expects: Parameters<typeof describePath>[1]) =>
      [file, folder, absent].map((typed) => describePath(typed, expects, 'notes').text);
    expect(said('existing_file')).toEqual([
      'Exists (3.4 KB).',
      'This is a folder, not a file.',
      'Does not exist.',
    ]);
    expect(said('existing_folder')).toEqual([
      'This is a file, not a folder.',
      '12 items.',
      'Does not exist.',
    ]);
    expect(said('new_file')).toEqual([
      'Exists (3.4 KB).',
      'This is a folder, not a file.',
      'Will be created.',
    ]);
    expect(said('folder')).toEqual(['This is a file, not a folder.', '12 items.', 'Will be created.']);
    expect(said('any')).toEqual(['Exists (3.4 KB).', '12 items.', 'Does not exist yet.']);
  });

  it('is the server’s own reason when the path leaves the workspace', () => {
    expect(describePath({ state: 'refused', message: 'It leads out.' }, 'any', '../x')).toEqual({
      text: 'It leads out.',
      isProblem: true,
    });
  });

  it.each(['.', './', ' . '])('says that %j is the whole workspace', (path) => {
    const one = { state: 'folder', entryCount: 1 } as const;
    expect(describePath(one, 'existing_folder', path).text).toBe('1 item. “.” is the whole workspace.');
  });

  it.each(['a', './a', '..', 'a/.', '.a'])('does not say so of %j', (path) => {
    expect(describePath(folder, 'folder', path).text).toBe('12 items.');
  });
});
