/**
 * Characters that readers cannot see as themselves, as a class for a regular expression with the flag `v`: controls, formats (such
 * as right-to-left marks and joiners), separators, unusual blanks, private, unassigned and ignorable characters. The
 * brackets of the escapes belong to it, so that no text can pass for an escape. Tabs and line feeds do not.
 */
export const hiddenCharacter =
  '[[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Zs}\\p{Co}\\p{Cn}\\p{Cs}\\p{Default_Ignorable_Code_Point}⟦⟧\u2800]--[ \\t\\n]]';

/** One escape, such as ⟦U+202E⟧ or ⟦U+0020×80⟧, as a part of a regular expression. */
export const escapePattern = '⟦U\\+[0-9A-F]{4,6}(?:×[0-9]+)?⟧';

/** The one notation for a character that readers cannot see as itself: ⟦U+202E⟧. */
export function toEscape(character: string, times = 1): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return times === 1 ? `⟦U+${code}⟧` : `⟦U+${code}×${times}⟧`;
}

export function hasHiddenCharacters(text: string): boolean {
  return anyHidden.test(text);
}

const anyHidden = new RegExp(hiddenCharacter, 'v');
