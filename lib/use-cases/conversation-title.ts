import { replaceHiddenInProse } from '../shared/hidden-characters';

const maxCharacters = 80;

/** The first line with words as a title: plain text without code marks, at most 80 characters. */
export function toConversationTitle(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => replaceHiddenInProse(line.replaceAll('`', ''), ' ').replaceAll(/\s+/g, ' ').trim());
  const title = lines.find((line) => line !== '') ?? '';
  if (title.length <= maxCharacters) return title;
  // The cut may be in an emoji, and leave a joiner.
  return `${replaceHiddenInProse(title.slice(0, maxCharacters - 1), '')}…`;
}

/** The title of a conversation until its first message gives it a title. */
export function displayTitle(title: string): string {
  return title === '' ? 'New conversation' : title;
}
