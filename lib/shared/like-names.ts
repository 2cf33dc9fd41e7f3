import { latinTwins, toLatinTwins } from './latin-twins';

const ignorable = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
/** Has apostrophes, quotes, primes and accents that stand alone. */
const quotes = /['"`´\p{Pi}\p{Pf}‚„‟′″‴‵‶‷ʹʺʻʼʽʾʿˈˊˋ՚׳״ꞌ＇＂｀]+/gu;
const dashes = /[\p{Pd}−˗⁃]/gu;

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
 * They differ where a small letter and its capital look like two Latin letters, as the Greek "ν" and "Ν" do.
 */
export function toLikeNames(name: string): readonly [string, string] {
  // Decomposing comes after the quotes, because it makes a space and an accent of some.
  const plain = name
    .replace(ignorable, '')
    .replace(quotes, "'")
    .normalize('NFKD')
    .replace(dashes, '-')
    .replace(/\s+/gu, ' ')
    .trim();
  return [foldCase(plain), foldCase(toLatinTwins(plain))];
}

function foldCase(text: string): string {
  // Capitals come first, because some letters share one: "ς" and "σ", or "ß" and "ss".
  const small = toLatinTwins(text.toUpperCase().toLowerCase());
  return Array.from(small, (letter) => smallTwins.get(letter) ?? letter).join('');
}
