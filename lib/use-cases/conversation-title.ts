import { replaceHiddenInProse } from '../shared/hidden-characters';

const maxCharacters = 80;

/** Makes a title of the first line that has words: plain text without code marks, at most 80 characters. */
export function toConversationTitle(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => replaceHiddenInProse(line.replaceAll('`', ''), ' ').replaceAll(/\s+/g, ' ').trim());
  const title = lines.find((line) => line !== '') ?? '';
  if (title.length <= maxCharacters) return title;
  // The cut may split an emoji and leave a joiner.
  return `${replaceHiddenInProse(title.slice(0, maxCharacters - 1), '')}…`;
}

/** Returns the stored title, or a placeholder until the first message gives the conversation a title. */
export function displayTitle(title: string): string {
  return title === '' ? 'New conversation' : title;
}
