import { toOneForm } from '../../shared/name-forms';

/** Locates the part of a line in which a text was found, as positions in the original line. */
export type Stretch = { start: number; end: number };

/** Finds one text in many. `isIn` is a quick check before a look through the lines. */
export type TextFinder = {
  isIn(text: string): boolean;
  /** Returns the first place in a line, or null. */
  find(line: string): Stretch | null;
};

/**
 * Finds a text whatever the Unicode form of both: "é" may be one character, or an "e" and an accent. Case counts
 * only if `isCaseSensitive`.
 */
export function createTextFinder(query: string, isCaseSensitive: boolean): TextFinder {
  const fold = isCaseSensitive ? toOneForm : foldCase;
  const wanted = fold(query);
  return {
    isIn: (text) => fold(text).includes(wanted),
    find(line) {
      const folded = fold(line);
      const at = folded.indexOf(wanted);
      if (at < 0) return null;
      if (isPlaceKept(line, folded)) return { start: at, end: at + wanted.length };
      return { start: findPlace(line, at, fold), end: findPlace(line, at + wanted.length, fold) };
    },
  };
}

/**
 * Removes case. "İ" would become two characters, and "Σ" takes another form at the end of a word. Some letters
 * have a form with their accent in lower case only ("ẖ"), so the text is composed again.
 */
function foldCase(text: string): string {
  // Most texts are plain ASCII, and composing takes longer than this check.
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
  return toOneForm(toOneForm(text).replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ'));
}

/** Says whether each character of the line has the same place in the folded line. */
function isPlaceKept(line: string, folded: string): boolean {
  return line.length === folded.length && line === toOneForm(line);
}

/** Returns where in a line the place of its folded form is: after all accents of the character before. */
function findPlace(line: string, place: number, fold: (text: string) => string): number {
  let [from, to] = [0, line.length];
  while (from < to) {
    const middle = Math.ceil((from + to) / 2);
    if (fold(line.slice(0, middle)).length <= place) from = middle;
    else to = middle - 1;
  }
  return from;
}
