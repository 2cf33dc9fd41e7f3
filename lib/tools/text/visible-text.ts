import {
  escapePattern,
  hiddenCharacter,
  isJoinedEmoji,
  orJoinedEmoji,
  toEscape,
} from '../../shared/hidden-characters';

// Escapes that are there already stay, so that a text may pass through here twice.
const hiddenIn = orJoinedEmoji(`${escapePattern}|${hiddenCharacter}|[\\t\\n]`);

/** The same text on one line, with every hidden character as an escape such as ⟦U+202E⟧; tabs and line breaks too. */
export function makeVisible(text: string): string {
  return text.replace(hiddenIn(text), (found) =>
    found.startsWith('⟦U') || isJoinedEmoji(found) ? found : toEscape(found),
  );
}

/** At most `maxLength` characters, the end replaced by an ellipsis; never half a surrogate pair. */
export function cutEnd(text: string, maxLength: number): string {
  const characters = Array.from(text);
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`;
}
