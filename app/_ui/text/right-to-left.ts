import type { Span } from './span';

/** Everything that Unicode writes from right to left is in these blocks, letters as well as digits. */
const rightToLeft =
  '[\\u0590-\\u08FF\\uFB1D-\\uFDFF\\uFE70-\\uFEFF\\u{10800}-\\u{10FFF}\\u{1E800}-\\u{1EFFF}]';
const word = `(?:[${rightToLeft}--[\\p{N}\\p{C}]]\\p{M}*)+`;
const digits = `[${rightToLeft}&&\\p{N}]+`;

const anywhere = new RegExp(rightToLeft, 'v');
const runs = new RegExp(`${word}(?: ${word})*|${digits}`, 'gv');

/**
 * The runs of a text that are read from right to left: words of such letters with one space between two of them, and the
 * digits of such scripts. Drawn by itself, a run turns nothing around it, and a sentence stays readable.
 */
export function findRightToLeft(text: string): Span[] {
  if (!anywhere.test(text)) return [];
  return Array.from(text.matchAll(runs), ({ 0: run, index }) => ({ from: index, to: index + run.length }));
}
