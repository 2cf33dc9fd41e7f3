import type { Span } from './characters';
import { formatOfLines } from './keys';
import { because, type Fault, foreignFormat, type Reason, severalCalls } from './malformed';
import { hasReasoningCloseAfter, toolCallClose } from './marks';
import { faultOf, type Piece, verdictOn } from './piece';
import type { Reader } from './reader';

/** What of a reply is no answer: one call that runs, or why none does. */
export type Attempt = Span & ({ fault: Fault } | { fault: null; call: NonNullable<Piece['call']> });

const draft = 'The call is before the end of the reasoning, where calls are only drafts';
const noBrace = 'The call is not valid JSON: its opening brace is missing or in another place';
const broken = 'An object beside the call has a key of a call and is not valid JSON';

/** The pieces of a reply that are not just data. */
export function tellingPieces({ pieces }: Reader): Piece[] {
  return pieces.filter((piece) => verdictOn(piece) !== 'shown' || piece.meaning !== 'data');
}

/** Exactly one call, or the first reason why nothing runs and the reply is no answer either; null when it is an answer. */
export function findAttempt(reader: Reader): Attempt | null {
  const { raw, text, start, reasoning, brokenStart, keyLines, looseKeys } = reader;
  const refusePiece = (piece: Piece): Attempt => ({ ...piece, fault: faultOf(raw, piece) });
  const refuse = (why: Reason, offset: number): Attempt => ({
    start: offset,
    end: raw.length,
    fault: { ...why, offset },
  });
  const telling = tellingPieces(reader);
  const malformed = telling.find((piece) => verdictOn(piece) === 'malformed');
  if (malformed) return refusePiece(malformed);
  const [call, ...others] = telling.filter((piece) => verdictOn(piece) === 'run');
  if (others[0]) return refuse(severalCalls(1 + others.length), others[0].start);
  const attempt = call ? null : telling.find((piece) => isAttemptHere(reader, telling, piece));
  if (attempt) return refusePiece(attempt);
  if (looseKeys[0] && reader.hasLooseCall())
    return refuse(because('invalid_json', noBrace), looseKeys[0].start);
  if (!call?.call) {
    const isAll = isEmpty(text, start, keyLines[0]?.start) && isEmpty(text, keyLines.at(-1)?.end ?? start);
    const format = formatOfLines(keyLines, isAll);
    return format === null ? null : refuse(foreignFormat(format), keyLines[0]?.start ?? start);
  }
  // One complete call is still ambiguous beside another attempt, or before the end of reasoning.
  if (brokenStart !== null) return refuse(because('invalid_json', broken), brokenStart);
  const rival = telling.find((piece) => verdictOn(piece) === 'at_edge');
  if (rival) return refuse(severalCalls(2), rival.start);
  if (hasReasoningCloseAfter(raw, Math.max(call.end, reasoning.at(-1)?.end ?? 0)))
    return refuse(because('not_alone', draft), call.start);
  return { start: call.start, end: call.end, fault: null, call: call.call };
}

const openTagBefore = /<[a-z][^<>\n]{0,200}>\s{0,20}$/i;
/** LangChain writes a line `Action:` and JSON below it. */
const actionBefore = /(?:^|\n)[*_]{0,4}action[*_]{0,4}[:：][*_]{0,4}\s{0,20}$/i;

/** Whether a piece is an attempt because nothing but blanks and tags is before or after it. */
function isAttemptHere({ text, start }: Reader, telling: readonly Piece[], piece: Piece): boolean {
  const verdict = verdictOn(piece);
  const isFirst = piece === telling[0] && isEmpty(text, start, piece.start);
  const isLast = piece.end >= (telling.at(-1)?.end ?? 0) && isEmpty(text, piece.end);
  if (verdict === 'shown' || verdict === 'at_edge') return verdict === 'at_edge' && (isFirst || isLast);
  const before = text.slice(Math.max(0, piece.start - 250), piece.start);
  if (verdict === 'if_whole') return isLast && (isFirst || actionBefore.test(before));
  // Documentation folds an example away in tags, too, but with words before it.
  const isBare = text.slice(piece.end).replace(toolCallClose, '').trim() === '';
  return isLast && telling.length === 1 && (isBare || openTagBefore.test(before));
}

/** Whether only blanks and tags are in this part of a reply. */
function isEmpty(text: string, from: number, to?: number): boolean {
  const words = text.slice(from, to).replace(/<[^<>]{1,500}>/g, '');
  return words.trim() === '';
}
