import { findLookalikes, type JudgedBy } from '@/lib/shared/lookalikes';
import type { SyntaxRange, SyntaxRole } from '../syntax/syntax-range';
import { type RevealedPart, revealCharacters } from './reveal-characters';
import { findRightToLeft } from './right-to-left';
import type { Span } from './span';

/** This is a stretch of text with one look. `drawnAs` holds the escape of a misleading character. */
export type TextPiece = {
  from: number;
  text: string;
  drawnAs: string | null;
  /** The piece is one letter that only looks like the Latin letters beside it. */
  isLookalike: boolean;
  role: SyntaxRole | null;
  isMarked: boolean;
  /** This is the start of the right-to-left run around the piece, or null outside of such a run. */
  runFrom: number | null;
};

type Looks = {
  ranges?: readonly SyntaxRange[];
  mark?: Span | null;
  reveal?: (text: string) => RevealedPart[];
  /** The browser orders the words of prose. Exact text stays in its own order. */
  isProse?: boolean;
  /** Commands and paths use `word`. */
  judgedBy?: JudgedBy;
};

/**
 * Splits a text where its look changes. It finds escapes first, in the complete text, so that no color or
 * mark can break one.
 */
export function toPieces(
  text: string,
  { ranges = [], mark = null, reveal = revealCharacters, isProse = false, judgedBy = 'line' }: Looks = {},
): TextPiece[] {
  const pieces: TextPiece[] = [];
  const runs = isProse ? [] : findRightToLeft(text);
  let nextRun = 0;
  const isMarked = (at: number) => mark !== null && at >= mark.from && at < mark.to;
  const lookalikes = findLookalikes(text, judgedBy);
  let nextLookalike = 0;
  let position = 0;
  let next = 0;
  for (const part of reveal(text)) {
    const end = position + part.text.length;
    while (position < end) {
      while ((ranges[next]?.to ?? Number.POSITIVE_INFINITY) <= position) next += 1;
      const range = ranges[next];
      const role = range && range.from <= position ? range.role : null;
      const isEscape = part.kind === 'escape';
      while ((runs[nextRun]?.to ?? Number.POSITIVE_INFINITY) <= position) nextRun += 1;
      const run = runs[nextRun];
      while ((lookalikes[nextLookalike]?.index ?? Number.POSITIVE_INFINITY) < position) nextLookalike += 1;
      const lookalike = lookalikes[nextLookalike];
      const isLookalike = !isEscape && lookalike?.index === position;
      const borders = [
        end,
        range?.from,
        range?.to,
        mark?.from,
        mark?.to,
        lookalike?.index,
        run?.from,
        run?.to,
      ].filter((border) => border !== undefined && border > position);
      // A cut never goes through an escape or a letter.
      const to = isEscape
        ? end
        : isLookalike
          ? position + lookalike.character.length
          : Math.min(...(borders as number[]));
      pieces.push({
        from: position,
        text: text.slice(position, to),
        drawnAs: isEscape ? part.escape : null,
        isLookalike,
        role,
        isMarked: isMarked(position) || (isEscape && mark !== null && mark.from > position && mark.from < to),
        runFrom: !isEscape && run && run.from <= position ? run.from : null,
      });
      position = to;
    }
  }
  return pieces;
}

/** Groups pieces into blocks of lines, so that the browser can skip the layout of blocks out of view. */
export function toBlocks(pieces: readonly TextPiece[], linesPerBlock: number): TextPiece[][] {
  const blocks: TextPiece[][] = [[]];
  let lines = 0;
  for (const piece of pieces) {
    let rest = piece;
    if (piece.drawnAs === null) {
      let end = piece.text.indexOf('\n');
      while (end !== -1) {
        lines += 1;
        if (lines === linesPerBlock) {
          blocks.at(-1)?.push({ ...rest, text: rest.text.slice(0, end + 1) });
          rest = { ...rest, from: rest.from + end + 1, text: rest.text.slice(end + 1) };
          blocks.push([]);
          lines = 0;
          end = -1;
        }
        end = rest.text.indexOf('\n', end + 1);
      }
    }
    if (rest.text !== '') blocks.at(-1)?.push(rest);
  }
  return blocks.filter((block) => block.length > 0);
}
