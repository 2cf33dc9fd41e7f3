import { toEscape } from '../../shared/hidden-characters';
import { formatCount } from '../../shared/quantities';
import { makeVisible } from './visible-text';

/** A headline is one line of at most this many characters. */
export const maxHeadlineLength = 120;

/**
 * Writes a path as a headline shows it. A space at the edge of a name becomes an escape, because nobody would
 * see it. A path with a space inside is in quotation marks that it cannot close; otherwise "a.txt was
 * approved before" would read like words of ours.
 */
export function shownPath(path: string, maxLength = 80): string {
  const visible = makeVisible(path).replace(/(?<=^|\/) +|(?<! ) +(?=\/|$)/g, (spaces) =>
    toEscape(' ', spaces.length),
  );
  return visible.includes(' ') ? inQuotes(visible, maxLength) : leaveOutMiddle(visible, maxLength);
}

/** Writes a value in quotation marks that nothing in it can close. */
export function shownQuote(text: string, maxLength = 60): string {
  return inQuotes(toOneLine(text), maxLength);
}

function inQuotes(visible: string, maxLength: number): string {
  const quotable = visible.replace(/[“”]/g, (mark) => toEscape(mark));
  return `“${leaveOutMiddle(quotable, maxLength - 2)}”`;
}

/** Writes a folder as a headline shows it: "app/", or "the workspace". */
export function shownFolder(path: string, maxLength = 50): string {
  const clean = path.replace(/^(?:\.\/+)+/, '').replace(/(?<!\/)\/+$/, '');
  return clean === '' || clean === '.' ? 'the workspace' : shownPath(`${clean}/`, maxLength);
}

/** Writes any other value on one line. */
export function shownValue(text: string, maxLength = 60): string {
  return leaveOutMiddle(toOneLine(text), maxLength);
}

function toOneLine(text: string): string {
  return makeVisible(text.trim().replace(/(?<!\s)\s*\n\s*/g, ' ⏎ '));
}

/** Every headline passes through here last, however a tool built it. */
export function finishHeadline(text: string): string {
  return leaveOutMiddle(makeVisible(text), maxHeadlineLength);
}

/**
 * Returns at most `maxLength` characters: beginning and end, with the number of characters left out between
 * them. A person must see the end as well, because a shell line or an address can do its harm there. It never
 * cuts a surrogate pair or an escape, and leaves no joiner of an emoji at a cut.
 */
function leaveOutMiddle(text: string, maxLength: number): string {
  const characters = Array.from(text);
  if (characters.length <= maxLength) return text;
  const mark = (count: number) => ` … ${formatCount(count)} characters … `;
  const kept = maxLength - mark(characters.length).length;
  const tail = Math.ceil(kept / 2);
  const head = kept - tail;
  const start = characters
    .slice(0, head)
    .join('')
    .replace(/(?:⟦[^⟧]*|[\u200D\uFE0F]+)$/, '');
  const end = characters
    .slice(-tail)
    .join('')
    .replace(/^(?:[^⟦⟧]*⟧|[\u200D\uFE0F]+)/, '');
  const omitted = mark(characters.length - Array.from(start).length - Array.from(end).length);
  return `${start}${omitted}${end}`;
}
