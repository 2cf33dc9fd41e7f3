import { latinTwins } from './latin-twins';

/** People write these scripts in the same word as Latin letters. */
const besideLatin = 'Han Hiragana Katakana Hangul Bopomofo'.split(' ');

/** A mark names these scripts. Any other script is "another script". */
const namedScripts = (
  'Cyrillic Greek Armenian Cherokee Lisu Hebrew Arabic Coptic Georgian Thai Lao Khmer Myanmar Tibetan Ethiopic ' +
  'Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Syriac Thaana Nko Tifinagh ' +
  'Deseret Osmanya Gothic Old_Italic Runic Ogham Glagolitic Canadian_Aboriginal Vai Yi Mongolian'
).split(' ');

/** Fonts draw mathematical letters and digits like Latin ones, some like those of a fixed width. */
const mathematical = '[\\u{1D400}-\\u{1D7FF}[[\\u2100-\\u214F]&&\\p{L}]]';
/** Fonts draw Roman numerals of one character like one to four Latin letters. */
const romanNumeral = '[\\u2160-\\u2188]';
const symbols = `[${mathematical}${romanNumeral}]`;

const shared = ['Latin', 'Common', 'Inherited', ...besideLatin].map((script) => `\\p{Script=${script}}`);
/** Fullwidth digits are not here, because Chinese and Japanese texts have them. */
const otherDigits = '[\\p{Nd}--[0-9\\uFF10-\\uFF19]]';
const foreign = `[[[\\p{L}\\p{N}]--[${shared.join('')}]]${otherDigits}${symbols}]`;

/** A Greek letter alone is a symbol. */
const greekAlone = /^\p{Script=Greek}$/u;

const anyLookalike = new RegExp(foreign, 'v');
const lookalike = new RegExp(foreign, 'gv');
const symbol = new RegExp(symbols, 'gv');
const word = /[\p{L}\p{M}\p{N}]+/gu;
const letter = /\p{L}/gu;
const latin = /(?=\p{L})\p{Script=Latin}/u;

export type Lookalike = {
  index: number;
  character: string;
  /** The character's word has no Latin letter. */
  isOfWholeWord: boolean;
};

/**
 * Says what decides about a word that has only twins of Latin letters. In a command or a path, the word
 * decides: its neighbors say nothing about it. In prose, the line decides: Russian has such words, and they
 * are fine beside other Russian words. The line always decides about a word of one letter, such as a Russian
 * "and".
 */
export type JudgedBy = 'word' | 'line';

/**
 * Finds the characters of a text that pass for Latin letters. In a word with Latin letters, these are letters
 * of any script that nobody writes beside Latin (the mixed scripts of UTS 39). Symbols of mathematics and
 * Roman numerals pass too, and so does every letter of a word that has only twins of Latin letters. A word
 * has letters, accents and digits.
 */
export function findLookalikes(text: string, judgedBy: JudgedBy = 'line'): Lookalike[] {
  if (!anyLookalike.test(text)) return [];
  return Array.from(text.matchAll(/[^\n]+/g)).flatMap((line) => findInLine(line[0], line.index, judgedBy));
}

function findInLine(line: string, from: number, judgedBy: JudgedBy): Lookalike[] {
  if (!anyLookalike.test(line)) return [];
  const words = Array.from(line.matchAll(word), ({ 0: found, index }) => ({
    found,
    index: from + index,
    kind: kindOf(found),
  }));
  const isLatin = words.some(({ kind }) => kind === 'latin') && words.every(({ kind }) => kind !== 'other');
  return words.flatMap(({ found, index, kind }) => {
    const isAlone = judgedBy === 'word' && countLetters(found) > 1;
    const isOfWholeWord = kind === 'twins' && (isLatin || isAlone);
    const wanted = kind === 'latin' || isOfWholeWord ? lookalike : symbol;
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
  const hasTwinsOnly = letters.every((one) => latinTwins.has(one)) && !greekAlone.test(found);
  return hasTwinsOnly ? 'twins' : 'other';
}

function countLetters(found: string): number {
  return found.match(letter)?.length ?? 0;
}

/** Names the script and the code point: "Cyrillic, U+0430". */
export function describeLookalike(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `${describeScript(character)}, U+${code}`;
}

function describeScript(character: string): string {
  if (new RegExp(mathematical, 'v').test(character)) return 'Mathematical';
  if (new RegExp(romanNumeral, 'v').test(character)) return 'Roman numeral';
  const script = namedScripts.find((name) =>
    new RegExp(`\\p{Script_Extensions=${name}}`, 'v').test(character),
  );
  return script?.replaceAll('_', ' ') ?? 'Another script';
}
