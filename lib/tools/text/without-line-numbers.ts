/**
 * Describes a text whose lines began with their numbers: the text without them, the marks before each line,
 * and the first number.
 */
export type Unnumbered = { text: string; marks: string[]; first: number };

/**
 * Tools, editors and terminals write numbers so: “5: ”, “5 | ”, “5) ”, “[5] ”, “Line 5: ”, “notes/a.md:5: ”.
 */
const lineNumber =
  /^[ \t]*(?:\[(\d+)\] ?|(?:line |l|[^\s:][^:\n]{0,300}:)?(\d+)(?:\t|[:.)-] ?| ?[|│┃] ?| ?[→⇥] ?| {2}|(?=\r?$)))/i;

/** Returns null unless each line begins with a number that is one more than the number before. */
export function withoutLineNumbers(wanted: string): Unnumbered | null {
  const end = /\r?\n$/.exec(wanted)?.[0] ?? '';
  const lines = wanted.slice(0, wanted.length - end.length).split('\n');
  const found = lines.map((line) => lineNumber.exec(line));
  const numbers = found.map((match) => Number(match?.[1] ?? match?.[2]));
  const first = numbers[0] ?? Number.NaN;
  const isCounted = numbers.every((number, index) => number === first + index);
  if (!isCounted) return null;
  const marks = found.map((match) => match?.[0] ?? '');
  const text = lines.map((line, index) => line.slice(marks[index]?.length)).join('\n') + end;
  return { text, marks, first };
}
