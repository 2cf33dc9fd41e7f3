/** The scripts with letters that look Latin. */
const scripts = ['Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Lisu'] as const;
const foreign = `[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]`;

/** Letters and digits of mathematics are drawn like Latin ones, also like those of a fixed width. */
const mathematical = '[\u{1D400}-\u{1D7FF}]';

/** Letters that nobody tells from a Latin one. */
const twins = /^[асеорухѕіїјһӏԁԛԝѵёАВЕКМНОРСТУХЅІЇЈҺӀԌԚԜѴЁαικνορυΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]$/u;
/** A Greek letter alone is a symbol. */
const greekAlone = /^\p{Script=Greek}$/u;

const anyLookalike = new RegExp(`${foreign}|${mathematical}`, 'u');
const lookalike = new RegExp(`${foreign}|${mathematical}`, 'gu');
const mathematicalAlone = new RegExp(mathematical, 'gu');
const word = /[\p{L}\p{M}\p{N}]+/gu;
const letter = /\p{L}/gu;
const latin = /\p{Script=Latin}/u;

export type Lookalike = {
  index: number;
  character: string;
  /** Of a word without any Latin letter. */
  isOfWholeWord: boolean;
};

/**
 * The characters of a text that pass for Latin letters: those of another script in a word that has Latin ones, too, those of
 * mathematics, and those of a word that has nothing but twins of Latin letters in a line that is Latin otherwise. A word is of
 * letters, accents and digits; a word of one script is what it looks like, if one letter of it is.
 */
export function findLookalikes(text: string): Lookalike[] {
  if (!anyLookalike.test(text)) return [];
  return Array.from(text.matchAll(/[^\n]+/g)).flatMap((line) => findInLine(line[0], line.index));
}

function findInLine(line: string, from: number): Lookalike[] {
  if (!anyLookalike.test(line)) return [];
  const words = Array.from(line.matchAll(word), ({ 0: found, index }) => ({
    found,
    index: from + index,
    kind: kindOf(found),
  }));
  const isLatin = words.some(({ kind }) => kind === 'latin') && words.every(({ kind }) => kind !== 'other');
  return words.flatMap(({ found, index, kind }) => {
    const isOfWholeWord = kind === 'twins' && isLatin;
    const wanted = kind === 'latin' || isOfWholeWord ? lookalike : mathematicalAlone;
    return Array.from(found.matchAll(wanted), ({ 0: character, index: at }) => ({
      index: index + at,
      character,
      isOfWholeWord,
    }));
  });
}

function kindOf(found: string): 'latin' | 'twins' | 'other' | 'none' {
  if (latin.test(found)) return 'latin';
  const letters = found.match(letter) ?? [];
  if (letters.length === 0) return 'none';
  const hasTwinsOnly = letters.every((one) => twins.test(one)) && !greekAlone.test(found);
  return hasTwinsOnly ? 'twins' : 'other';
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
