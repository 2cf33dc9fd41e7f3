import type { ListedEntry } from '@/lib/contracts/files';
import { fileAddress, folderOf, nameOf } from '../_ui/files/file-address';
import { IconFile, IconFolder } from '../_ui/icons/icons';
import type { PaletteEntry } from '../_ui/palette/search-palette';
import { revealNameToString } from '../_ui/text/reveal-characters';

/**
 * Returns the longest word: the server completes only one path, and the palette then looks for every word.
 */
export function toPathSearch(search: string): string {
  const words = search.split(/\s+/);
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), '');
}

/** Lists workspace files and folders by name, each with its folder. A null workspace is the only one. */
export function toFileEntries(
  found: readonly Pick<ListedEntry, 'path' | 'kind'>[],
  openPage: (address: string) => void,
  workspaceId: string | null,
): PaletteEntry[] {
  return found.map(({ path, kind }) => ({
    id: `file-${path}`,
    label: revealNameToString(nameOf(path)),
    icon: kind === 'folder' ? <IconFolder size={18} stroke={1.6} /> : <IconFile size={18} stroke={1.6} />,
    description: revealNameToString(folderOf(path)),
    keywords: [path],
    open: () => openPage(fileAddress(path, undefined, workspaceId)),
  }));
}
