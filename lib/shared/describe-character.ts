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
