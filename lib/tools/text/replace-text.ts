import { formatBytes, formatCount } from '../../shared/quantities';
import { obstructed, ToolFailure } from '../tool-failure';
import { explainDifference } from './explain-difference';

export type Replacement = { oldText: string; newText: string; replacesAll: boolean };

const maxShownLines = 10;
const maxCloseLines = 3;
/**
 * These limit the search for similar text, because it runs on the event loop, in files of several megabytes.
 */
const maxCloseCharacters = 200;
const maxCloseTries = 1_000;

/**
 * Replaces a text that occurs exactly, and once unless `replacesAll`. In a file with Windows line breaks,
 * both texts get Windows line breaks first. Throws `no_match` with the number and lines of the occurrences,
 * with the differences from a text that looks the same, or with the lines of similar text. Throws `too_large`
 * when the result would have more than `maxBytes`.
 */
export function replaceText(
  shown: string,
  text: string,
  { oldText, newText, replacesAll }: Replacement,
  maxBytes: number,
): { text: string; count: number } {
  const adapt = usesWindowsBreaks(text) ? toWindowsBreaks : (value: string) => value;
  const [wanted, replacement] = [adapt(oldText), adapt(newText)];
  if (wanted === replacement) {
    throw new ToolFailure(
      'no_match',
      'The old and the new text are the same, so there is nothing to change.',
    );
  }
  const count = countOccurrences(text, wanted);
  if (count === 0)
    throw obstructed(
      'no_match',
      `${shown} does not contain the text.${explainDifference(text, wanted) || findClose(text, oldText)}`,
      { kind: 'text_missing', path: shown },
    );
  if (count > 1 && !replacesAll) {
    const lines = firstLines(text, wanted).join(', ');
    throw obstructed(
      'no_match',
      `${shown} contains the text ${formatCount(count)} times (line ${lines}${count > maxShownLines ? ' …' : ''}). ` +
        'Include more of the surrounding text, or set replace_all to true.',
      { kind: 'text_repeated', path: shown, count },
    );
  }
  const tooLarge = () =>
    obstructed(
      'too_large',
      `With this change, ${shown} would have more than ${formatBytes(maxBytes)}. Tools do not read or change such files.`,
      { kind: 'result_too_large', path: shown, maxBytes },
    );
  // A few characters more at each of many places can fill the memory, so this check comes before the text is
  // made.
  if (text.length + count * (replacement.length - wanted.length) > maxBytes) throw tooLarge();
  const replaced = text.split(wanted).join(replacement);
  if (Buffer.byteLength(replaced) > maxBytes) throw tooLarge();
  return { text: replaced, count };
}

function usesWindowsBreaks(text: string): boolean {
  return text.includes('\r\n') && !/(?<!\r)\n/.test(text);
}

function toWindowsBreaks(text: string): string {
  return text.replace(/\r?\n/g, '\r\n');
}

/** Returns the numbers of the lines where the first occurrences begin. */
function firstLines(text: string, wanted: string): number[] {
  const lines: number[] = [];
  let [line, counted] = [1, 0];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
    if (lines.length === maxShownLines) break;
    line += countOccurrences(text.slice(counted, at), '\n');
    counted = at;
    lines.push(line);
  }
  return lines;
}

/** Counts without a list of the occurrences, because there may be millions. */
function countOccurrences(text: string, wanted: string): number {
  let count = 0;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) count += 1;
  return count;
}

/** Says which lines contain the beginning of the text's longest line, ignoring spaces and case. */
function findClose(text: string, oldText: string): string {
  const longest = oldText
    .split('\n')
    .map((line) => fold(line).trim())
    .reduce((best, line) => (line.length > best.length ? line : best), '')
    .slice(0, maxCloseCharacters);
  if (longest.length < 4) return '';
  const lines = findFolded(text.toLowerCase(), longest);
  if (lines.length === 0) return ' Read the file and copy the text exactly.';
  return ` Similar text, with other spaces, case or context, is in line ${lines.join(', ')}.`;
}

/**
 * Returns the numbers of the first lines that contain `wanted`; each space in it matches any number of
 * spaces. The search looks only around the places of its longest word, and not at all of them where that word
 * is everywhere.
 */
function findFolded(text: string, wanted: string): number[] {
  const anchor = wanted.split(' ').reduce((best, word) => (word.length > best.length ? word : best), '');
  const [before, after] = splitAt(wanted, wanted.indexOf(anchor));
  const close = new Set<number>();
  let [line, counted, tries] = [1, 0, 0];
  for (let at = text.indexOf(anchor); at !== -1; at = text.indexOf(anchor, at + 1)) {
    tries += 1;
    if (tries > maxCloseTries || close.size === maxCloseLines) break;
    const reach = 2 * maxCloseCharacters;
    if (!fold(text.slice(Math.max(0, at - reach), at)).endsWith(before)) continue;
    if (!fold(text.slice(at, at + reach)).startsWith(after)) continue;
    line += countOccurrences(text.slice(counted, at), '\n');
    counted = at;
    close.add(line);
  }
  return [...close];
}

const splitAt = (text: string, index: number) => [text.slice(0, index), text.slice(index)] as const;

const fold = (text: string) => text.toLowerCase().replace(/[^\S\n]+/g, ' ');
