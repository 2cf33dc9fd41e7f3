import { formatCount } from '../shared/quantities';

/** A model reads at most this many characters of one result, about 4,000 tokens. */
export const maxModelCharacters = 16_000;

/**
 * Shortens a text to its head and its tail, cut at line ends if possible. A line between them says how much
 * is omitted and how to get it.
 */
export function boundText(text: string, howToGetMore: string, maxCharacters = maxModelCharacters): string {
  if (text.length <= maxCharacters) return text;
  const half = Math.floor(maxCharacters / 2);
  const head = cutAfterLine(text.slice(0, half));
  const tail = cutBeforeLine(text.slice(-half));
  const left = text.length - head.length - tail.length;
  return `${head}\n[… ${formatCount(left)} characters left out here. ${howToGetMore}]\n${tail}`;
}

function cutAfterLine(head: string): string {
  const end = head.lastIndexOf('\n');
  if (end > head.length / 2) return head.slice(0, end);
  return head.replace(/[\ud800-\udbff]$/, '');
}

function cutBeforeLine(tail: string): string {
  const start = tail.indexOf('\n');
  if (start >= 0 && start < tail.length / 2) return tail.slice(start + 1);
  return tail.replace(/^[\udc00-\udfff]/, '');
}
