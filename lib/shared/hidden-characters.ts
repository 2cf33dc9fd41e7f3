/**
 * Matches characters that readers cannot see as themselves. It is a class for a regular expression with the
 * flag `v`. The class has controls, formats (such as right-to-left marks and joiners), separators, unusual
 * blanks, private, unassigned and ignorable characters, and letters and symbols that fonts draw empty. It has
 * the brackets of the escapes, so that no text can pass for an escape. It has no tabs and line feeds.
 */
export const hiddenCharacter =
  '[[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Zs}\\p{Co}\\p{Cn}\\p{Cs}\\p{Default_Ignorable_Code_Point}⟦⟧\u2800\u{13441}\u{13442}\u{16FE4}\u{1D159}]--[ \\t\\n]]';

/** Matches one escape, such as ⟦U+202E⟧ or ⟦U+0020×80⟧, as a part of a regular expression. */
export const escapePattern = '⟦U\\+[0-9A-F]{4,6}(?:×[0-9]+)?⟧';

/** Writes the one notation for a character that readers cannot see as itself: ⟦U+202E⟧. */
export function toEscape(character: string, times = 1): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return times === 1 ? `⟦U+${code}⟧` : `⟦U+${code}×${times}⟧`;
}

export function hasHiddenCharacters(text: string): boolean {
  for (const [found] of text.matchAll(hiddenIn(text))) if (!isJoinedEmoji(found)) return true;
  return false;
}

/**
 * Puts `replacement` in place of each hidden character in a line of prose, such as a title. Visible
 * characters stay: any emoji that Unicode recommends, blanks of any width, and a joiner after a letter of a
 * script that needs joiners.
 */
export function replaceHiddenInProse(text: string, replacement: string): string {
  if (!anyHidden.test(text)) return text;
  hiddenInProse ??= new RegExp(`\\p{RGI_Emoji}|${joinerInWord}|(${hiddenButBlanks})`, 'gv');
  return text.replaceAll(hiddenInProse, (found, hidden?: string) =>
    hidden === undefined ? found : replacement,
  );
}

export function hasHiddenInProse(text: string): boolean {
  return replaceHiddenInProse(text, '') !== text;
}

/**
 * Returns the pattern to search a text with. It matches `pattern`, or an emoji that joiners build from
 * several, such as a family, where people see what the joiner does. It takes only emoji that Unicode
 * recommends: fonts draw others apart, and then nobody sees their joiners.
 */
export function orJoinedEmoji(pattern: string): (text: string) => RegExp {
  const alone = new RegExp(pattern, 'gv');
  let both: RegExp | undefined;
  return (text) => {
    if (!text.includes(joiner)) return alone;
    // The first use builds this, because engines take long for the list of all emoji.
    both ??= new RegExp(`\\p{RGI_Emoji_ZWJ_Sequence}|${pattern}`, 'gv');
    return both;
  };
}

/** Tells whether a match of such a pattern is an emoji, which stays as it is. */
export function isJoinedEmoji(found: string): boolean {
  return found.length > 1 && found.includes(joiner);
}

const hiddenButBlanks = `[${hiddenCharacter}--\\p{Zs}]`;
const anyHidden = new RegExp(hiddenButBlanks, 'v');
const joiningScripts =
  'Arabic Syriac Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala'.split(
    ' ',
  );
const joinerInWord = `(?<=[[${joiningScripts.map((script) => `\\p{Script=${script}}`).join('')}]&&[\\p{L}\\p{M}]])[\\u200C\\u200D]`;
/** The first use builds this, because engines take long for the list of all emoji. */
let hiddenInProse: RegExp | undefined;

const joiner = '\u200D';
const hiddenIn = orJoinedEmoji(hiddenCharacter);

const kinds: readonly (readonly [RegExp, string])[] = [
  [/[\n\r\u0085\p{Zl}\p{Zp}]/u, 'a line break'],
  [/\t/u, 'a tab'],
  [/\0/u, 'a NUL character'],
  [/ /u, 'a space'],
  [/\u200b/u, 'a zero-width space'],
  [/\\/u, 'a backslash'],
  [/\p{Cc}/u, 'a control character'],
  [/\p{Zs}/u, 'a space of a special kind'],
  [/\p{Cf}/u, 'an invisible character'],
  [/\p{Pd}/u, 'a dash that is not the plain hyphen'],
  [/[\p{Pi}\p{Pf}]/u, 'a curly quotation mark'],
  [/\p{L}/u, 'a letter outside plain ASCII'],
];

/** Names the kind of one character with its code point: "a line break (U+000A)". */
export function describeCharacter(character: string): string {
  const kind = kinds.find(([pattern]) => pattern.test(character))?.[1] ?? 'a character outside plain ASCII';
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `${kind} (U+${code})`;
}

/**
 * Describes the first character of the text that `allowed` does not match: "Character 5 is a tab (U+0009)".
 * Returns null when every character matches.
 */
export function findForbiddenCharacter(text: string, allowed: RegExp): string | null {
  const characters = Array.from(text);
  const index = characters.findIndex((character) => !allowed.test(character));
  const character = characters[index];
  return character === undefined ? null : `Character ${index + 1} is ${describeCharacter(character)}`;
}
