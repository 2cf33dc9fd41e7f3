import { isTypoOf } from './is-typo-of';

export interface PaletteEntry {
  /** Unique in the whole palette. */
  id: string;
  /** May hold code marks, as a headline does. */
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
 * The entries that hold every word of the search, in any order, at most `limit`. The best match comes first, within a group and
 * among the groups: how the label begins, then how a word of its names begins, then any part of a name, then the description,
 * then a name with a typo. An empty search finds everything in its own order.
 */
export function searchPalette(groups: PaletteGroup[], search: string, limit: number): PaletteGroup[] {
  const words = toWords(search);
  const found = groups
    .map(({ label, entries }) => {
      const ranked = entries
        .map((entry) => ({ entry, rank: rankOf(entry, words) }))
        .filter(({ rank }) => rank < noMatch)
        .toSorted((a, b) => a.rank - b.rank);
      return { label, entries: ranked.map(({ entry }) => entry), rank: ranked[0]?.rank ?? noMatch };
    })
    .toSorted((a, b) => a.rank - b.rank);
  let left = limit;
  return found.flatMap(({ label, entries }) => {
    const shown = entries.slice(0, left);
    left -= shown.length;
    return shown.length > 0 ? [{ label, entries: shown }] : [];
  });
}

const noMatch = Number.POSITIVE_INFINITY;

/** The worst of its words decides; among equals, the sum of all. */
function rankOf({ label, keywords = [], description = '' }: PaletteEntry, words: string[]): number {
  const title = fold(label);
  const names = [title, ...keywords.map(fold)];
  const about = fold(description);
  const ranks = words.map((word) => {
    if (title.startsWith(word)) return 0;
    if (names.some((name) => hasWordLike(name, (part) => part.startsWith(word)))) return 1;
    if (names.some((name) => name.includes(word))) return 2;
    if (hasWordLike(about, (part) => part.startsWith(word))) return 3;
    if (about.includes(word)) return 4;
    return names.some((name) => hasWordLike(name, (part) => isTypoOf(part, word))) ? 5 : noMatch;
  });
  return Math.max(0, ...ranks) * 1_000 + ranks.reduce((sum, rank) => sum + rank, 0);
}

function hasWordLike(text: string, isLike: (word: string) => boolean): boolean {
  return toWords(text).some(isLike);
}

/** Letters and digits are what counts: "/find_replace" is "find" and "replace". */
function toWords(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
