import { compareLines } from '../diff/compare-lines';

const byteOrderMark = '\ufeff';

/**
 * Adapts a new text to a file that has `before`: the file keeps its byte order mark, and plain line feeds become
 * its line ends. In a file with several kinds, each line that stays keeps its own, and others get the most
 * frequent kind.
 * A new text stays as it is when only line ends or the mark differ, or when it has CRLF itself: such a change
 * is about them. It also keeps its own mark, and its carriage returns within lines.
 */
export function keepLineEnds(before: string, content: string): string {
  if (content === '' || isSameText(before, content)) return content;
  const [old, text] = [withoutMark(before), withoutMark(content)];
  const mark = old.length < before.length || text.length < content.length ? byteOrderMark : '';
  if (text.includes('\r\n')) return mark + text;
  // In a file with line feeds, a carriage return of the new text belongs to its line.
  const pattern = text.includes('\r') && old.includes('\n') ? feedEnds : allEnds;
  return mark + adaptEnds(splitEnds(old, pattern), splitEnds(text, pattern));
}

/** Returns true when two texts differ at most in line ends and byte order mark. */
export function isSameText(one: string, other: string): boolean {
  return toPlain(one) === toPlain(other);
}

/**
 * Returns one sentence about the line ends and the byte order mark that a change replaces, or '' when it
 * keeps them.
 */
export function describeEndChange(before: string, after: string): string {
  const changes: string[] = [];
  const [oldEnds, newEnds] = [nameEnds(before), nameEnds(after)];
  if (oldEnds !== '' && newEnds !== '' && oldEnds !== newEnds) {
    changes.push(`changes the line ends from ${oldEnds} to ${newEnds}`);
  }
  const [hadMark, hasMark] = [before, after].map((text) => text.startsWith(byteOrderMark));
  if (hadMark !== hasMark) changes.push(`${hasMark ? 'adds a' : 'removes the'} byte order mark`);
  const sentence = changes.join(' and ');
  return sentence === '' ? '' : `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

type Line = { text: string; end: string };

const allEnds = /\r\n|\r|\n/g;
const feedEnds = /\r?\n/g;

/** A pattern that matches complete lines would run out of stack at a line of some million characters. */
function splitEnds(text: string, anyEnd: RegExp): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const { 0: end, index } of text.matchAll(anyEnd)) {
    lines.push({ text: text.slice(start, index), end });
    start = index + end.length;
  }
  if (start < text.length) lines.push({ text: text.slice(start), end: '' });
  return lines;
}

function adaptEnds(old: readonly Line[], lines: readonly Line[]): string {
  const usual = mostFrequentEnd(old);
  if (old.every(({ end }) => end === usual || end === '')) return joinLines(lines, () => usual);
  const { removed, added } = compareLines(
    old.map(({ text }) => text),
    lines.map(({ text }) => text),
  );
  const kept = old.filter((_, index) => removed[index] === 0).values();
  return joinLines(lines, (index) => (added[index] === 0 && kept.next().value?.end) || usual);
}

function joinLines(lines: readonly Line[], endOf: (index: number) => string): string {
  return lines
    .map(({ text, end }, index) => {
      const own = endOf(index);
      return text + (end === '\n' ? own : end);
    })
    .join('');
}

function mostFrequentEnd(lines: readonly Line[]): string {
  const count = (end: string) => lines.filter((line) => line.end === end).length;
  return ['\n', '\r\n', '\r'].reduce((best, end) => (count(end) > count(best) ? end : best));
}

function nameEnds(text: string): string {
  const withoutPairs = text.replaceAll('\r\n', '');
  const names = [
    ...(withoutPairs.length < text.length ? ['CRLF'] : []),
    ...(withoutPairs.includes('\n') ? ['LF'] : []),
    ...(withoutPairs.includes('\r') ? ['CR'] : []),
  ];
  return names.join(' and ');
}

function withoutMark(text: string): string {
  return text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text;
}

function toPlain(text: string): string {
  return withoutMark(text).replace(/\r\n?/g, '\n');
}
