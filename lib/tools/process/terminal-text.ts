import { tokenize } from '@ansi-tools/parser';
import { erasures, foldLine } from './fold-line';

/** A stretch of what a program printed: text, or an escape sequence with its parts. */
type Piece = { start: number; end: number; introducer?: string; data: string; final?: string };

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: control characters are the subject of this file
const needsCleaning = /[\x07\b\r\x0e\x0f\x18\x1a\x1b\x80-\x9f]/;
/** These controls stand alone or abort a sequence, and a terminal draws none of them. */
const singleControls = /[\x07\x0e\x0f\x18\x1a\x80-\x9f]/g;
/** Data of these sequences, such as images, may have several lines. */
const linesInData = /^(?:\x1b[PX^_]|[\x90\x98\x9e\x9f])$/;
const controlIntroducer = /^(?:\x1b\[|\x9b)$/;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: see above
/**
 * A line often erases itself before it draws the next frame of its progress. The text has no eight-bit controls
 * once the sequences are out, so three of them mark the erasures.
 */
const erasureOf: Partial<Record<string, string>> = {
  '': erasures.toEnd,
  0: erasures.toEnd,
  1: erasures.toStart,
  2: erasures.all,
};
const maxCutCharacters = 4_096;
const dropped = /(\n\[… [\d,]+ bytes dropped here …\]\n)/;

/**
 * Returns what a program printed as a terminal finally shows it: without escape sequences, each line as
 * carriage returns and backspaces left it. The cursor moves nowhere else. It takes linear time.
 */
export function toTerminalText(raw: string): string {
  if (!needsCleaning.test(raw)) return raw;
  const parts = raw.split(dropped);
  return parts.map((part, index) => (index % 2 === 1 ? part : cleanPart(part))).join('');
}

/** Drops an escape sequence at the end that a cut left incomplete. */
export function dropCutEnd(text: string): string {
  const from = Math.max(0, text.length - maxCutCharacters);
  const last = toPieces(text.slice(from)).at(-1);
  const isCut = last?.introducer !== undefined && last.final === undefined;
  return isCut && from + last.end === text.length ? text.slice(0, from + last.start) : text;
}

/** Drops the rest of an escape sequence that began in the dropped text right before. */
export function dropCutStart(text: string, before: string): string {
  const near = before.slice(-maxCutCharacters);
  const pieces = toPieces(`${near}${text.slice(0, maxCutCharacters)}`);
  const cut = pieces.find(({ start, end }) => start < near.length && end > near.length);
  return cut?.introducer === undefined ? text : text.slice(cut.end - near.length);
}

function cleanPart(raw: string): string {
  return toPieces(raw)
    .map((piece) =>
      piece.introducer === undefined ? piece.data.replace(singleControls, '') : erasure(piece),
    )
    .join('')
    .split('\n')
    .map(foldLine)
    .join('\n');
}

function erasure({ introducer = '', data, final }: Piece): string {
  return (final === 'K' && controlIntroducer.test(introducer) && erasureOf[data]) || '';
}

/**
 * Splits what a program printed. A sequence ends with its line at the latest, so that it cannot hide what
 * follows.
 */
function toPieces(raw: string): Piece[] {
  const pieces: Piece[] = [];
  for (const { type, pos, raw: part } of tokenize(raw.replaceAll('\x1bk', '\x1b_'))) {
    const last = pieces.at(-1);
    const end = pos + part.length;
    if (type === 'TEXT') pieces.push({ start: pos, end, data: part });
    else if (type === 'INTRODUCER') pieces.push({ start: pos, end, introducer: part, data: '' });
    else if (last) Object.assign(last, { end }, type === 'FINAL' ? { final: part } : { data: part });
  }
  return pieces.flatMap(endWithLine);
}

function endWithLine(piece: Piece): Piece[] {
  const { start, end, introducer, data, final } = piece;
  const line = data.indexOf('\n');
  if (introducer === undefined || line < 0) return [piece];
  if (final !== undefined && linesInData.test(introducer)) return [piece];
  const cut = start + introducer.length + line;
  return [
    { start, end: cut, introducer, data: data.slice(0, line) },
    { start: cut, end, data: `${data.slice(line)}${final ?? ''}` },
  ];
}
