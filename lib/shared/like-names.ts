import { latinTwins, toLatinTwins } from './latin-twins';

const ignorable = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
/** Has apostrophes, quotes, primes and accents that stand alone. */
const quotes = /['"`´\p{Pi}\p{Pf}‚„‟′″‴‵‶‷ʹʺʻʼʽʾʿˈˊˋ՚׳״ꞌ＇＂｀]+/gu;
const dashes = /[\p{Pd}−˗⁃]/gu;
/** Unicode's confusables have one form for these and the letters "I" and "l". */
const strokes = /[1|ǀ∣]/gu;

/**
 * Maps the small forms of twins to small Latin letters, so that a name in capitals is the same name: a capital
 * "Н" is an "H" to the eye, and a small "н" is a small "Н". A small letter that is a twin itself stays one.
 */
const smallTwins = new Map(
  Array.from(latinTwins, ([letter, latin]) => [letter.toLowerCase(), latin.toLowerCase()] as const).filter(
    ([small]) => !latinTwins.has(small),
  ),
);

/** Says whether people may take one name of a person for the other. */
export function areLikeNames(one: string, other: string): boolean {
  const others = toLikeNames(other);
  return toLikeNames(one).some((form, index) => form === others[index]);
}

/**
 * Returns two forms of a name: one without cases, and one as people see it. Every name like it has one of them.
 * They differ where only one case of a letter looks like another letter: the capital of the Greek "ν" is an "N" to
 * the eye, and "I" is an "l".
 */
export function toLikeNames(name: string): readonly [string, string] {
  // Decomposing comes after the quotes, because it makes a space and an accent of some.
  const plain = name
    .replace(ignorable, '')
    .replace(quotes, "'")
    .normalize('NFKD')
    .replace(dashes, '-')
    .replace(strokes, 'l')
    .replaceAll('0', 'o')
    .replace(/\s+/gu, ' ')
    .trim();
  // A capital "I" is a small "l" to the eye, and no capital "L". So their common form is neither.
  return [foldCase(plain), foldCase(toLatinTwins(plain).replace(/[Il]/g, '1'))];
}

function foldCase(text: string): string {
  // Capitals come first, because some letters share one: "ς" and "σ", or "ß" and "ss".
  const small = toLatinTwins(text.toUpperCase().toLowerCase());
  return Array.from(small, (letter) => smallTwins.get(letter) ?? letter).join('');
}
