import type { ReactNode } from 'react';
import { isTypoOf } from './is-typo-of';

export interface PaletteEntry {
  /** No two entries in the palette share an id. */
  id: string;
  /** The label may hold code marks, as a headline does. */
  label: string;
  icon: ReactNode;
  description?: string;
  /** The search also finds the entry by these names. They are never shown. */
  keywords?: string[];
  open: () => void;
}

export interface PaletteGroup {
  label: string;
  entries: PaletteEntry[];
}

/** This group holds the entries that match in their description but not by name. */
const mentions = 'Mentioned in the text';

/**
 * Finds the entries that contain every word of the search, in any order, and returns at most `limit`. Name
 * matches come first, and the best match is first in its group and puts its group first. The ranking: the
 * start of the label, the start of a word in a name, any part of a name, a name with a typo. Entries that
 * match only by description follow in their own group. An empty search returns everything in its own order.
 */
export function searchPalette(groups: PaletteGroup[], search: string, limit: number): PaletteGroup[] {
  const words = toWords(search);
  const ranked = groups.map(({ label, entries }) => ({
    label,
    entries: entries
      .map((entry) => ({ entry, rank: rankOf(entry, words) }))
      .filter(({ rank }) => rank < noMatch)
      .toSorted((a, b) => a.rank - b.rank),
  }));
  const named = ranked
    .map(({ label, entries }) => ({ label, entries: entries.filter(({ rank }) => rank < textOnly) }))
    .toSorted((a, b) => bestOf(a) - bestOf(b));
  const mentioned = ranked.flatMap(({ entries }) => entries.filter(({ rank }) => rank >= textOnly));
  let left = limit;
  return [...named, { label: mentions, entries: mentioned }].flatMap(({ label, entries }) => {
    const shown = entries.slice(0, left).map(({ entry }) => entry);
    left -= shown.length;
    return shown.length > 0 ? [{ label, entries: shown }] : [];
  });
}

const noMatch = Number.POSITIVE_INFINITY;
/** From this rank on, the word that fits worst is only in the description. */
const textOnly = 4_000;

function bestOf({ entries }: { entries: readonly { rank: number }[] }): number {
  return entries[0]?.rank ?? noMatch;
}

/** The word that fits worst decides the rank, and the sum of all words breaks a tie. */
function rankOf({ label, keywords = [], description = '' }: PaletteEntry, words: string[]): number {
  const title = fold(label);
  const names = [title, ...keywords.map(fold)];
  const about = fold(description);
  const ranks = words.map((word) => {
    if (title.startsWith(word)) return 0;
    if (names.some((name) => hasWordLike(name, (part) => part.startsWith(word)))) return 1;
    if (names.some((name) => name.includes(word))) return 2;
    if (names.some((name) => hasWordLike(name, (part) => isTypoOf(part, word)))) return 3;
    if (hasWordLike(about, (part) => part.startsWith(word))) return 4;
    return about.includes(word) ? 5 : noMatch;
  });
  return Math.max(0, ...ranks) * 1_000 + ranks.reduce((sum, rank) => sum + rank, 0);
}

function hasWordLike(text: string, isLike: (word: string) => boolean): boolean {
  return toWords(text).some(isLike);
}

/** Keeps only letters and digits: "/find_replace" becomes "find" and "replace". */
function toWords(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
