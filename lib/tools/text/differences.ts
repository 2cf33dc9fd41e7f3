/**
 * Names one way in which two texts that look alike differ. Each `pattern` finds what `to` replaces so that
 * both sides are the same; it keeps the number of lines, so that a place in a folded text has a line.
 */
export type Difference = { name: string; pattern: RegExp; to: (found: string) => string };

const toHalfWidth = (wide: string) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0);

/**
 * The order matters, because composed signs and full-width quotes become quotes, and special spaces become
 * spaces.
 */
export const differences: readonly Difference[] = [
  { name: 'line breaks', pattern: /\r\n?/g, to: () => '\n' },
  {
    name: 'composed or decomposed accents',
    // This matches a letter with marks, a Korean syllable in parts, and the ranges of Unicode's composition
    // exclusions.
    pattern:
      /\P{M}\p{M}+|[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?|[\uac00-\ud7a3][\u11a8-\u11c2]|[\u0374\u037e\u0387\u0958-\u095f\u09dc-\u09df\u0a33-\u0a36\u0a59-\u0a5e\u0b5c\u0b5d\u0f43-\u0f69\u1f71-\u1ffd\u2126-\u212b\u2329\u232a\u2adc\uf900-\ufaff\ufb1d-\ufb4e\u{1d15e}-\u{1d1c0}\u{2f800}-\u{2fa1d}]/gu,
    to: (letter) => letter.normalize('NFC'),
  },
  {
    name: 'invisible characters',
    pattern:
      /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|\u034f|[\ufe00-\ufe0f]/g,
    to: () => '',
  },
  {
    name: 'no-break or other special spaces',
    pattern: /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g,
    to: () => ' ',
  },
  { name: 'full-width or ordinary characters', pattern: /[\uff01-\uff5e]/g, to: toHalfWidth },
  {
    name: 'curly or straight quotes',
    pattern: /[‘’‚‛′ʼ´`“”„‟″]/g,
    to: (mark) => ('“”„‟″'.includes(mark) ? '"' : "'"),
  },
  { name: 'angle or straight quotes', pattern: /[«»‹›]/g, to: (mark) => ('«»'.includes(mark) ? '"' : "'") },
  { name: 'kinds of dashes', pattern: /-{2,3}|[\u2010-\u2015\u2043\u2212\ufe58\ufe63]/g, to: () => '-' },
  { name: 'an ellipsis or three periods', pattern: /…/g, to: () => '...' },
  { name: 'ligatures', pattern: /[\ufb00-\ufb06]/g, to: (letters) => letters.normalize('NFKD') },
  { name: 'blanks at the ends of lines', pattern: /(?<![ \t])[ \t]+$/gm, to: () => '' },
  { name: 'tabs, or the number of spaces', pattern: /[ \t]{2,}|\t/g, to: () => ' ' },
];

export function foldText(text: string, by: readonly Difference[]): string {
  return by.reduce((folded, { pattern, to }) => folded.replace(pattern, to), text);
}
