import {
  escapePattern,
  hiddenCharacter,
  isJoinedEmoji,
  orJoinedEmoji,
  toEscape,
} from '../../shared/hidden-characters';

// Existing escapes stay, so that a text may pass through here twice.
const hiddenIn = orJoinedEmoji(`${escapePattern}|${hiddenCharacter}|[\\t\\n]`);

/**
 * Returns the same text on one line, with every hidden character as an escape such as ⟦U+202E⟧; tabs and line
 * breaks become escapes, too.
 */
export function makeVisible(text: string): string {
  return text.replace(hiddenIn(text), (found) =>
    found.startsWith('⟦U') || isJoinedEmoji(found) ? found : toEscape(found),
  );
}

/**
 * Returns at most `maxLength` characters, with an ellipsis in place of the end, and never half a surrogate
 * pair.
 */
export function cutEnd(text: string, maxLength: number): string {
  const characters = Array.from(text);
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`;
}
