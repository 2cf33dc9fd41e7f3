/**
 * Names one way in which two texts that look alike differ. Each `fold` keeps the number of lines, so that a
 * place in a folded text has a line.
 */
type Difference = { name: string; fold: (text: string) => string };

const lineNumbers = 'line numbers at the beginning of its lines, which the file does not contain';

const differences: readonly Difference[] = [
  { name: 'line breaks', fold: (text) => text.replace(/\r\n?/g, '\n') },
  {
    name: 'no-break or other special spaces',
    fold: (text) => text.replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' '),
  },
  { name: 'curly or straight quotes', fold: (text) => text.replace(/[‘’‚‛]/g, "'").replace(/[“”„‟]/g, '"') },
  { name: 'kinds of dashes', fold: (text) => text.replace(/[\u2010-\u2015\u2212]/g, '-') },
  {
    name: 'ligatures',
    fold: (text) => text.replace(/[\ufb00-\ufb06]/g, (letters) => letters.normalize('NFKD')),
  },
  { name: 'composed or decomposed accents', fold: (text) => text.normalize('NFC') },
  { name: 'blanks at the ends of lines', fold: (text) => text.replace(/(?<![ \t])[ \t]+$/gm, '') },
  { name: 'tabs, or the number of spaces', fold: (text) => text.replace(/[ \t]+/g, ' ') },
];

/**
 * Says how the text of an edit differs from the text in the file that it resembles, and in which line that
 * one begins. Returns '' when none resembles it. It only explains: no edit ever replaces a text that merely
 * looks the same.
 */
export function explainDifference(text: string, wanted: string): string {
  const unnumbered = withoutLineNumbers(wanted);
  for (const [candidate, names] of [
    [wanted, []],
    [unnumbered, [lineNumbers]],
  ] as const) {
    if (names.length > 0 && candidate === wanted) continue;
    const found = findNeeded(text, candidate);
    if (found === null) continue;
    const all = [...names, ...found.names];
    if (all.length === 0) return '';
    return ` The text in line ${found.line} differs from old_text only in: ${all.join('; ')}. Copy it as the file has it.`;
  }
  return '';
}

const lineNumber = /^ *(\d+)(?:\t|: ?| ?\| ?| ?→ ?)/;

/**
 * Removes line numbers when each line begins with a number that is one more than the number before. Returns
 * any other text as it is.
 */
function withoutLineNumbers(wanted: string): string {
  const lines = wanted.replace(/\r?\n$/, '').split('\n');
  const numbers = lines.map((line) => Number(lineNumber.exec(line)?.[1]));
  const isCounted = numbers.every((number, index) => number === Number(numbers[0]) + index);
  return isCounted ? wanted.replace(new RegExp(lineNumber, 'gm'), '') : wanted;
}

/**
 * Finds the fewest differences that explain why `wanted` is not in the text, and the line of the first place.
 */
function findNeeded(text: string, wanted: string): { names: string[]; line: number } | null {
  const line = findLine(text, wanted, differences);
  if (line === null) return null;
  // The search continues only in the lines of that place, because folding a large file once for each
  // difference takes half a second.
  const place = text
    .split(/(?<=\n|\r(?!\n))/)
    .slice(line - 1, line + wanted.split(/\r\n?|\n/).length)
    .join('');
  let needed = differences;
  for (const difference of differences) {
    const fewer = needed.filter((other) => other !== difference);
    if (findLine(place, wanted, fewer) !== null) needed = fewer;
  }
  return { names: needed.map(({ name }) => name), line };
}

function findLine(text: string, wanted: string, folds: readonly Difference[]): number | null {
  const [within, sought] = [text, wanted].map((side) =>
    folds.reduce((folded, { fold }) => fold(folded), side),
  );
  if (within === undefined || sought === undefined || sought.trim() === '') return null;
  const at = within.indexOf(sought);
  return at === -1 ? null : within.slice(0, at).split('\n').length;
}
