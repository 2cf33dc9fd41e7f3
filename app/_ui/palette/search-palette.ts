import type { ReactNode } from 'react';
import { isTypoOf } from './is-typo-of';

export interface PaletteEntry {
  /** Unique in the whole palette. */
  id: string;
  /** May hold code marks, as a headline does. */
  label: string;
  icon: ReactNode;
  description?: string;
  /** Other names it is found by; never shown. */
  keywords?: string[];
  open: () => void;
}

export interface PaletteGroup {
  label: string;
  entries: PaletteEntry[];
}

/** Of those whose title does not match, but what is said about them. */
const mentions = 'Mentioned in the text';

/**
 * The entries that hold every word of the search, in any order, at most `limit`. Those that match by name come first, the best match
 * first within a group and among the groups: how the label begins, then how a word of its names begins, then any part of a name,
 * then a name with a typo. Those that match only by their description follow in a group of their own. An empty search finds
 * everything in its own order.
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
/** The word that fits worst is only in the description. */
const textOnly = 4_000;

function bestOf({ entries }: { entries: readonly { rank: number }[] }): number {
  return entries[0]?.rank ?? noMatch;
}

/** The worst of its words decides; among equals, the sum of all. */
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

/** Letters and digits are what counts: "/find_replace" is "find" and "replace". */
function toWords(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
