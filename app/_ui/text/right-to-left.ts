import type { Span } from './span';

/** These blocks contain everything that Unicode writes from right to left, both letters and digits. */
const rightToLeft =
  '[\\u0590-\\u08FF\\uFB1D-\\uFDFF\\uFE70-\\uFEFF\\u{10800}-\\u{10FFF}\\u{1E800}-\\u{1EFFF}]';
const word = `(?:[${rightToLeft}--[\\p{N}\\p{C}]]\\p{M}*)+`;
const digits = `[${rightToLeft}&&\\p{N}]+`;

const anywhere = new RegExp(rightToLeft, 'v');
const runs = new RegExp(`${word}(?: ${word})*|${digits}`, 'gv');

/**
 * Finds the right-to-left runs of a text: words of such letters with one space between them, and the digits
 * of such scripts. A run that is drawn by itself does not reorder its surroundings, and a sentence stays
 * readable.
 */
export function findRightToLeft(text: string): Span[] {
  if (!anywhere.test(text)) return [];
  return Array.from(text.matchAll(runs), ({ 0: run, index }) => ({ from: index, to: index + run.length }));
}
