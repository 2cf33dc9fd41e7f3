/* The columns follow Unicode's East Asian Width (https://www.unicode.org/reports/tr11/), as terminals do: a
   wide character takes two of them, a mark none, and an emoji of several characters as many as its first one. */
const zeroWidths = '[\\p{M}\\p{Cf}\\u1160-\\u11ff\\u{1f3fb}-\\u{1f3ff}]';
const zeroWidth = new RegExp(`^${zeroWidths}`, 'u');
const wide = new RegExp(
  '^(?:[\\u1100-\\u115f\\u2e80-\\u303e\\u3041-\\ua4cf\\ua960-\\ua97c\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe30-\\ufe6f\\uff01-\\uff60' +
    '\\uffe0-\\uffe6\\u{1f1e6}-\\u{1f1ff}\\u{20000}-\\u{3fffd}]|\\p{Emoji_Presentation}|\\p{Emoji}\\ufe0f)',
  'u',
);
const tabWidth = 8;
/** `Intl.Segmenter` takes quadratic time for a long line. */
const drawnCharacter = new RegExp(
  `(?:\\p{RI}{2}|[^\\p{Cc}])(?:\\u200d\\p{Extended_Pictographic}|${zeroWidths})*|[^]`,
  'gu',
);

/**
 * These characters mark where a line erases from the cursor to its end, from its beginning to the cursor, or
 * all of itself.
 */
export const erasures = { toEnd: '\x9b', toStart: '\x9c', all: '\x9d' } as const;
const anyErasure = /[\x9b-\x9d]/g;

/**
 * Returns a line as carriage returns and backspaces leave it on a terminal. Only such a line is drawn column by
 * column, so that its tabs become spaces. It takes linear time.
 */
export function foldLine(line: string): string {
  let end = line.length;
  while (line[end - 1] === '\r') end -= 1;
  const text = line.slice(0, end);
  if (!/[\r\b]/.test(text)) return text.replace(anyErasure, '');
  const drawn = new DrawnLine();
  for (const [character] of text.matchAll(drawnCharacter)) {
    if (character === '\r') drawn.column = 0;
    else if (character === '\b') drawn.column = Math.max(0, drawn.column - 1);
    else if (character === '\t') drawn.column += tabWidth - (drawn.column % tabWidth);
    else if (character === erasures.all) drawn.clear(0, drawn.length);
    else if (character === erasures.toStart) drawn.clearToStart();
    else if (character === erasures.toEnd) drawn.clear(drawn.column, drawn.length);
    else drawn.write(character);
  }
  return drawn.toString();
}

/** Each cell is one column. A wide character is in the first of its two cells, and the second one is ''. */
class DrawnLine {
  column = 0;
  private readonly cells: (string | undefined)[] = [];

  get length(): number {
    return this.cells.length;
  }

  write(character: string): void {
    const last = this.cells[this.column - 1] === '' ? this.column - 2 : this.column - 1;
    if (zeroWidth.test(character) && this.cells[last] !== undefined) {
      this.cells[last] += character;
      return;
    }
    const width = wide.test(character) ? 2 : 1;
    this.clear(this.column, this.column + width);
    this.cells[this.column] = character;
    if (width === 2) this.cells[this.column + 1] = '';
    this.column += width;
  }

  /** A wide character of which one half is erased disappears. */
  clear(from: number, to: number): void {
    const start = this.cells[from] === '' ? from - 1 : from;
    const end = this.cells[to] === '' ? to + 1 : to;
    if (end >= this.length) this.cells.length = Math.min(this.length, start);
    else this.cells.fill(' ', start, end);
  }

  /**
   * Erases the line if nothing is to the right of the cursor, which is how programs use it. Otherwise it keeps the
   * text, because filling the cells again and again would not take linear time.
   */
  clearToStart(): void {
    if (this.column >= this.length) this.clear(0, this.length);
  }

  toString(): string {
    return Array.from(this.cells, (cell) => cell ?? ' ')
      .join('')
      .trimEnd();
  }
}
