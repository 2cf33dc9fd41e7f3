import { formatCount } from '../../shared/quantities';
import { differences, foldText } from './differences';
import { type FoldedText, findPairs, foldWithPlaces, type Part, type PartPair } from './folded-text';
import { nameCharacters } from './name-characters';
import { type Unnumbered, withoutLineNumbers } from './without-line-numbers';

/**
 * Says how the text of an edit differs from the text in the file that it resembles: each kind of difference,
 * with its first place and the characters on both sides. Returns '' when no text resembles it. It only
 * explains: no edit ever replaces a text that merely looks the same.
 */
export function explainDifference(text: string, wanted: string): string {
  const found = findPlace(text, wanted) ?? findUnnumbered(text, withoutLineNumbers(wanted));
  if (found === null) return '';
  const kinds = describeKinds(found);
  if (kinds.length === 0) return '';
  return ` The text in line ${found.line} differs from old_text only in: ${kinds.join('; ')}. Copy it as the file has it.`;
}

/**
 * Holds the lines of the file from `line` on. In their folded text, the folded text of the edit begins at
 * `at`.
 */
type Found = { line: number; file: FoldedText; edit: FoldedText; at: number; numbers: Unnumbered | null };

function findPlace(text: string, wanted: string, numbers: Unnumbered | null = null): Found | null {
  const sought = foldText(wanted, differences);
  if (sought.trim() === '') return null;
  const within = foldText(text, differences);
  const at = within.indexOf(sought);
  if (at === -1) return null;
  const line = within.slice(0, at).split('\n').length;
  return compare(linesOf(text).slice(line - 1, line + linesOf(wanted).length), line, wanted, numbers);
}

/**
 * A number before one line counts only if it is the number of that line in the file: a text may well begin
 * with “5: ”.
 */
function findUnnumbered(text: string, numbers: Unnumbered | null): Found | null {
  if (numbers === null) return null;
  if (numbers.marks.length > 1) return findPlace(text, numbers.text, numbers);
  const line = linesOf(text)[numbers.first - 1];
  const found = line === undefined ? null : compare([line], numbers.first, numbers.text, numbers);
  return found?.file.text.trim() === found?.edit.text.trim() ? found : null;
}

/**
 * Compares only the lines of the place, because the origin of each character of a large file would take too
 * much memory.
 */
function compare(
  lines: readonly string[],
  line: number,
  wanted: string,
  numbers: Unnumbered | null,
): Found | null {
  const [file, edit] = [foldWithPlaces(lines.join(''), differences), foldWithPlaces(wanted, differences)];
  const at = edit.text.trim() === '' ? -1 : file.text.indexOf(edit.text);
  return at === -1 ? null : { line, file, edit, at, numbers };
}

/** Returns each line with its break. */
const linesOf = (text: string) => text.split(/(?<=\n|\r(?!\n))/);

function describeKinds(found: Found): string[] {
  const pairs = findPairs(found.edit, found.file, found.at);
  const needed = new Map<string, readonly string[]>();
  const byName = new Map<string, { first: PartPair; count: number }>();
  for (const pair of pairs) {
    const contexts = contextsOf(pair, found);
    const key = [pair.first.text, pair.second.text, ...contexts].join('\0');
    const names = needed.get(key) ?? findNeeded(pair, contexts);
    needed.set(key, names);
    for (const name of names) {
      const before = byName.get(name);
      byName.set(name, { first: before?.first ?? pair, count: (before?.count ?? 0) + 1 });
    }
  }
  const kinds = differences.flatMap(({ name }) => {
    const known = byName.get(name);
    return known ? [`${name} (${describePair(known.first, found)}${countMore(known.count - 1)})`] : [];
  });
  const mark = found.numbers?.marks[0]?.trim();
  const numbers = `line numbers at the beginning of its lines, which the file does not contain (its first line begins with “${mark}”)`;
  return mark === undefined ? kinds : [numbers, ...kinds];
}

const countMore = (count: number) => (count === 0 ? '' : `, and at ${formatCount(count)} more`);

/** Finds the fewest kinds of difference that explain why the two parts are not the same. */
function findNeeded(
  { first, second }: PartPair,
  [firstNext, secondNext]: readonly [string, string],
): string[] {
  let needed = differences;
  for (const difference of differences) {
    const fewer = needed.filter((other) => other !== difference);
    const [one, other] = [foldText(first.text + firstNext, fewer), foldText(second.text + secondNext, fewer)];
    if (one.slice(0, -1) === other.slice(0, -1)) needed = fewer;
  }
  return needed.map(({ name }) => name);
}

/**
 * Returns a line break or a letter in place of the character after each part, because only blanks before a
 * line break are at the end of a line.
 */
function contextsOf({ first, second }: PartPair, { edit, file }: Found): readonly [string, string] {
  const after = ({ at, text }: Part, { original }: FoldedText) =>
    /^(?:[\r\n]|$)/.test(original.charAt(at + text.length)) ? '\n' : 'x';
  return [after(first, edit), after(second, file)];
}

function describePair({ first, second }: PartPair, { edit, file, line, numbers }: Found): string {
  let same = 0;
  while (
    same < first.text.length &&
    first.text[same] === second.text[same] &&
    /\S/.test(first.text[same] ?? '')
  )
    same += 1;
  const [inEdit, inFile] = [placeOf(edit, first.at + same), placeOf(file, second.at + same)];
  const column = inEdit.column + (numbers?.marks[inEdit.line - 1]?.length ?? 0);
  return (
    `old_text has ${nameCharacters(first.text.slice(same))} in its line ${inEdit.line}, column ${column}, ` +
    `where line ${line + inFile.line - 1} of the file has ${nameCharacters(second.text.slice(same))} in column ${inFile.column}`
  );
}

function placeOf({ original }: FoldedText, at: number): { line: number; column: number } {
  const lines = original.slice(0, at).split(/\r\n?|\n/);
  return { line: lines.length, column: Array.from(lines.at(-1) ?? '').length + 1 };
}
