import fc from 'fast-check';
import { expect, it } from 'vitest';
import { searchPalette } from '../_ui/palette/search-palette';
import { toFileEntries, toPathSearch } from './file-entries';

const name = fc.stringMatching(/^[a-z]{2,8}(-[a-z]{2,6})?\.(md|txt|csv)$/);
const folder = fc.array(fc.stringMatching(/^[a-z]{1,6}$/), { maxLength: 3 });

it('a file is found by the beginning of its name, in any folder, and opens its page', () => {
  fc.assert(
    fc.property(folder, name, fc.nat(), (folders, file, seed) => {
      const path = [...folders, file].join('/');
      const opened: string[] = [];
      const entries = toFileEntries([{ path, kind: 'file' }], (address) => opened.push(address), null);
      const typed = file.slice(0, 1 + (seed % file.length));
      const [group] = searchPalette([{ label: 'Files', entries }], typed, 30);
      expect(group?.label).toBe('Files');
      group?.entries[0]?.open();
      expect(opened).toEqual([`/files?path=${path}`]);
    }),
  );
});

it('the server is asked about the longest word', () => {
  expect(toPathSearch('the report q3')).toBe('report');
  expect(toPathSearch('notes/plan')).toBe('notes/plan');
  expect(toPathSearch('')).toBe('');
});
