import { formatCount } from '../../shared/quantities';
import { ToolFailure } from '../tool-failure';

export type Replacement = { oldText: string; newText: string; replacesAll: boolean };

const maxShownLines = 10;
const maxCloseLines = 3;

/**
 * Replaces a text that occurs exactly, and once unless `replacesAll`. In a file with Windows line breaks, both texts get
 * Windows line breaks first. Throws `no_match` with the number and lines of the occurrences, or with the lines of similar
 * text.
 */
export function replaceText(
  shown: string,
  text: string,
  { oldText, newText, replacesAll }: Replacement,
): { text: string; count: number } {
  const adapt = usesWindowsBreaks(text) ? toWindowsBreaks : (value: string) => value;
  const [wanted, replacement] = [adapt(oldText), adapt(newText)];
  if (wanted === replacement) {
    throw new ToolFailure(
      'no_match',
      'The old and the new text are the same, so there is nothing to change.',
    );
  }
  const parts = text.split(wanted);
  const count = parts.length - 1;
  if (count === 0)
    throw new ToolFailure('no_match', `${shown} does not contain the text.${findClose(text, oldText)}`);
  if (count > 1 && !replacesAll) {
    const lines = linesOf(parts, wanted).slice(0, maxShownLines).join(', ');
    throw new ToolFailure(
      'no_match',
      `${shown} contains the text ${formatCount(count)} times (line ${lines}${count > maxShownLines ? ' …' : ''}). ` +
        'Include more of the surrounding text, or set replace_all to true.',
    );
  }
  return { text: parts.join(replacement), count };
}

function usesWindowsBreaks(text: string): boolean {
  return text.includes('\r\n') && !/(?<!\r)\n/.test(text);
}

function toWindowsBreaks(text: string): string {
  return text.replace(/\r?\n/g, '\r\n');
}

/** Numbers of the lines where the occurrences begin. */
function linesOf(parts: readonly string[], wanted: string): number[] {
  const lines: number[] = [];
  let line = 1;
  for (const part of parts.slice(0, -1)) {
    line += countBreaks(part);
    lines.push(line);
    line += countBreaks(wanted);
  }
  return lines;
}

function countBreaks(text: string): number {
  return text.split('\n').length - 1;
}

/** Says which lines contain the text's longest line, ignoring spaces and case. */
function findClose(text: string, oldText: string): string {
  const longest = oldText
    .toLowerCase()
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .reduce((best, line) => (line.length > best.length ? line : best), '');
  if (longest.length < 4) return '';
  // One search in the complete text: folding each line of a large file would keep the event loop busy.
  const similar = new RegExp(longest.split(' ').map(escapeForPattern).join('[^\\S\\n]+'), 'g');
  const folded = text.toLowerCase();
  const close = new Set<number>();
  let [line, counted] = [1, 0];
  for (const { index } of folded.matchAll(similar)) {
    line += countBreaks(folded.slice(counted, index));
    counted = index;
    close.add(line);
    if (close.size === maxCloseLines) break;
  }
  if (close.size === 0) return ' Read the file and copy the text exactly.';
  return ` Similar text, with other spaces, case or context, is in line ${[...close].join(', ')}.`;
}

function escapeForPattern(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
