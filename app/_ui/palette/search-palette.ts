import { findMatch } from '../text/find-match';

export interface PaletteEntry {
  /** Unique in the whole palette. */
  id: string;
  label: string;
  description?: string;
  /** Other names it is found by; never shown. */
  keywords?: string[];
  open: () => void;
}

export interface PaletteGroup {
  label: string;
  entries: PaletteEntry[];
}

/**
 * What is found, at most `limit` entries. What matches by its label comes before what matches otherwise, within a group and
 * among the groups, so that the first entry is the one most likely meant. An empty search finds everything in its own order.
 */
export function searchPalette(groups: PaletteGroup[], search: string, limit: number): PaletteGroup[] {
  const found = groups
    .map(({ label, entries }) => {
      const byLabel = entries.filter((entry) => findMatch(entry.label, search) !== null);
      const otherwise = entries.filter(
        (entry) => !byLabel.includes(entry) && isFoundOtherwise(entry, search),
      );
      return { label, entries: [...byLabel, ...otherwise], isByLabel: byLabel.length > 0 };
    })
    .toSorted((one, other) => Number(other.isByLabel) - Number(one.isByLabel));
  let left = limit;
  return found.flatMap(({ label, entries }) => {
    const shown = entries.slice(0, left);
    left -= shown.length;
    return shown.length > 0 ? [{ label, entries: shown }] : [];
  });
}

function isFoundOtherwise({ description = '', keywords = [] }: PaletteEntry, search: string): boolean {
  return [description, ...keywords].some((text) => findMatch(text, search) !== null);
}
