/** Normalizes a text for searching, so that case (in any script) and the encoding of accents do not count. */
export function foldForSearch(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

const before = 40;
const after = 100;

/**
 * Matches the marks that Markdown puts around words: fences with their language, other backticks, rules, the
 * marks of headings and quotations, and stars at the edge of a word.
 */
const markdownMarks =
  /(?:`{3,}|~{3,})\w*|`+|^\s*(?:-{3,}|\*{3,}|#{1,6}|>+)(?=\s|$)|(?<=^|\s)\*{1,3}(?=[^\s*]|$)|(?<=^|[^\s*])\*{1,3}(?=[\s.,:;!?)]|$)/gm;

/**
 * Returns the text around the first match of `search`, on one line and without the marks of Markdown. Returns
 * null when nothing matches.
 */
export function excerptAround(text: string, search: string): string | null {
  const whole = text.normalize('NFC');
  const folded = whole.toLowerCase();
  const wanted = foldForSearch(search.trim());
  const at = folded.indexOf(wanted);
  if (at === -1) return null;
  const start = placeIn(whole, folded, at);
  const end = placeIn(whole, folded, at + wanted.length);
  const [from, to] = [Math.max(0, start - before), end + after];
  const around = (piece: string) => piece.replaceAll(markdownMarks, '');
  const excerpt = [around(whole.slice(from, start)), whole.slice(start, end), around(whole.slice(end, to))]
    .join('')
    .toWellFormed()
    .replaceAll(/\s+/g, ' ')
    .trim();
  return `${from > 0 ? '…' : ''}${excerpt}${to < whole.length ? '…' : ''}`;
}

/** Finds the place in the text for a place in its folded form, where some letters become two ("İ"). */
function placeIn(text: string, folded: string, foldedPlace: number): number {
  if (folded.length === text.length) return foldedPlace;
  let [place, passed] = [0, 0];
  for (const letter of text) {
    if (passed >= foldedPlace) break;
    passed += letter.toLowerCase().length;
    place += letter.length;
  }
  return place;
}
