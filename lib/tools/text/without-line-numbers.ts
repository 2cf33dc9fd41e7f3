/**
 * Describes a text whose lines began with their numbers: the text without them, the marks before each line,
 * and the first number.
 */
export type Unnumbered = { text: string; marks: string[]; first: number };

const lineNumber = /^ *(\d+)(?:\t|: ?| ?\| ?| ?→ ?|(?=\r?$))/;

/** Returns null unless each line begins with a number that is one more than the number before. */
export function withoutLineNumbers(wanted: string): Unnumbered | null {
  const end = /\r?\n$/.exec(wanted)?.[0] ?? '';
  const lines = wanted.slice(0, wanted.length - end.length).split('\n');
  const found = lines.map((line) => lineNumber.exec(line));
  const first = Number(found[0]?.[1]);
  const isCounted = found.every((match, index) => Number(match?.[1]) === first + index);
  if (!isCounted) return null;
  const marks = found.map((match) => match?.[0] ?? '');
  const text = lines.map((line, index) => line.slice(marks[index]?.length)).join('\n') + end;
  return { text, marks, first };
}
