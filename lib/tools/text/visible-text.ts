/**
 * Everything that would not be seen as itself: controls, formats (right-to-left marks, joiners), line and paragraph
 * separators, unusual blanks, private, unassigned and tag characters, variation selectors, blank "letters".
 */
const invisible =
  /\p{C}|\p{Zl}|\p{Zp}|(?! )\p{Zs}|\p{Variation_Selector}|\p{Default_Ignorable_Code_Point}|\u2800/gu;

/** The same text with every invisible character written out: `\u{202e}`; line breaks and tabs as `\n` and `\t`. */
export function makeVisible(text: string): string {
  return text.replace(invisible, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\t') return '\\t';
    if (character === '\r') return '\\r';
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** At most `maxLength` characters, the end replaced by an ellipsis; never half a surrogate pair. */
export function cutEnd(text: string, maxLength: number): string {
  const characters = Array.from(text);
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`;
}
