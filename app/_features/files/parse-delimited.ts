export type DelimitedTable = { head: string[] | null; rows: string[][]; columns: number };

const delimiters = [',', ';', '\t', '|'] as const;

/**
 * Reads CSV or TSV (RFC 4180). The delimiter is the one that cuts the first lines most evenly. Any text
 * becomes a table: misplaced quotes are text, and short rows stay short. The first row is the head when none
 * of its cells is empty or a number.
 */
export function parseDelimited(text: string): DelimitedTable {
  const rows = readRows(text.replace(/^\ufeff/, ''), findDelimiter(text));
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const [first] = rows;
  const isHead = first?.length === columns && rows.length > 1 && first.every(isName);
  return { head: isHead ? first : null, rows: isHead ? rows.slice(1) : rows, columns };
}

function readRows(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let position = 0;
  while (position < text.length) {
    const cell = text[position] === '"' ? readQuoted(text, position) : null;
    const from = cell?.end ?? position;
    const end = findEnd(text, from, delimiter);
    row.push((cell?.value ?? '') + text.slice(from, end));
    position = end + 1;
    if (text[end] === delimiter) {
      if (position < text.length) continue;
      row.push('');
    }
    if (text[end] === '\r' && text[position] === '\n') position += 1;
    rows.push(row);
    row = [];
  }
  return rows;
}

/**
 * Reads the cell after an opening quote. Returns null when there is no closing quote, because the quote is
 * then text.
 */
function readQuoted(text: string, start: number): { value: string; end: number } | null {
  let value = '';
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return null;
    value += text.slice(from, quote);
    if (text[quote + 1] !== '"') return { value, end: quote + 1 };
    value += '"';
    from = quote + 2;
  }
}

function findEnd(text: string, from: number, delimiter: string): number {
  let end = from;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return end;
}

function findDelimiter(text: string): string {
  // Quoted text does not tell which delimiter separates cells.
  const sample = text.slice(0, 20_000).replace(/"(?:[^"]|"")*"/g, '');
  const scored = delimiters.map((delimiter) => {
    const widths = readRows(sample, delimiter)
      .slice(0, 20)
      .map((row) => row.length);
    const usual = widths[0] ?? 1;
    const even = widths.filter((width) => width === usual).length / Math.max(1, widths.length);
    return { delimiter, score: usual > 1 ? even * Math.log2(usual + 1) : 0 };
  });
  return scored.reduce((best, next) => (next.score > best.score ? next : best)).delimiter;
}

function isName(cell: string): boolean {
  return cell.trim() !== '' && !/^[\s\d.,%€$+-]+$/.test(cell);
}
