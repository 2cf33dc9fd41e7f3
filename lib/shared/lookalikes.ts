/** The scripts with letters that look Latin. */
const scripts = ['Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Lisu'] as const;
const foreign = `[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]`;

/** Letters and digits of mathematics are drawn like Latin ones, also like those of a fixed width. */
const mathematical = '[\u{1D400}-\u{1D7FF}]';

const anyLookalike = new RegExp(`${foreign}|${mathematical}`, 'u');
const lookalike = new RegExp(`${foreign}|${mathematical}`, 'gu');
const mathematicalAlone = new RegExp(mathematical, 'gu');
const word = /[\p{L}\p{M}\p{N}]+/gu;
const latin = /\p{Script=Latin}/u;

export type Lookalike = { index: number; character: string };

/**
 * The characters of a text that pass for Latin letters: those of another script in a word that has Latin ones, too, and those of
 * mathematics. A word is of letters, accents and digits; a word of one script is what it looks like.
 */
export function findLookalikes(text: string): Lookalike[] {
  if (!anyLookalike.test(text)) return [];
  return Array.from(text.matchAll(word)).flatMap(({ 0: found, index }) => {
    const wanted = latin.test(found) ? lookalike : mathematicalAlone;
    return Array.from(found.matchAll(wanted), ({ 0: character, index: at }) => ({
      index: index + at,
      character,
    }));
  });
}

/** "Cyrillic, U+0430". */
export function describeLookalike(character: string): string {
  const script = scripts.find((name) => scriptPatterns[name].test(character)) ?? 'Mathematical';
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `${script}, U+${code}`;
}

const scriptPatterns: Record<(typeof scripts)[number], RegExp> = {
  Cyrillic: /\p{Script=Cyrillic}/u,
  Greek: /\p{Script=Greek}/u,
  Armenian: /\p{Script=Armenian}/u,
  Cherokee: /\p{Script=Cherokee}/u,
  Lisu: /\p{Script=Lisu}/u,
};
