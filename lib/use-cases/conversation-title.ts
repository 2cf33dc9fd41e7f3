import { disruptsLine } from '../contracts/texts';

const maxCharacters = 80;
const disruptions = new RegExp(disruptsLine, 'gu');

/** The first line with words as a title: plain text without code marks, at most 80 characters. */
export function toConversationTitle(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.replaceAll('`', '').replaceAll(disruptions, ' ').replaceAll(/\s+/g, ' ').trim());
  const title = lines.find((line) => line !== '') ?? '';
  return title.length > maxCharacters
    ? `${title.slice(0, maxCharacters - 1).toWellFormed()}…`
    : title.toWellFormed();
}

/** The title of a conversation until its first message gives it a title. */
export function displayTitle(title: string): string {
  return title === '' ? 'New conversation' : title;
}
