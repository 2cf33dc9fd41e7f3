import type { Span } from './characters';
import { scanJson } from './json/json-scan';
import { formatOfLines } from './keys';
import { because, type Fault, foreignFormat, type Reason, severalCalls } from './malformed';
import { hasReasoningCloseAfter, toolCallClose } from './marks';
import { faultOf, notAlone, type Piece, verdictOn } from './piece';
import { readLines } from './read-lines';
import type { Reader } from './reader';

/**
 * Describes the part of a reply that is no answer: one call that runs, or the fault that keeps every call
 * from running.
 */
export type Attempt = Span & ({ fault: Fault } | { fault: null; call: NonNullable<Piece['call']> });

const draft = 'The call is before the end of the reasoning, where calls are only drafts';
const noBrace = 'The call is not valid JSON: its opening brace is missing or in another place';
const broken = 'An object beside the call has a key of a call and is not valid JSON';

export const tellingPieces = ({ pieces }: Reader) =>
  pieces.filter((piece) => verdictOn(piece) !== 'shown' || piece.meaning !== 'data');

/**
 * Returns exactly one call, or the first reason why nothing runs although the reply is no answer. Returns
 * null when the reply is an answer.
 */
export function findAttempt(reader: Reader): Attempt | null {
  const { raw, text, start, reasoning, brokenStart, keyLines, looseKeys } = reader;
  const refusePiece = (piece: Piece): Attempt => ({ ...piece, fault: faultOf(raw, piece) });
  const { length: end } = raw;
  const refuse = (why: Reason, start: number): Attempt => ({ start, end, fault: { ...why, offset: start } });
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
  // One complete call is still ambiguous when another attempt is beside it, or when reasoning ends after it.
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

/** Says whether a piece is an attempt because only blanks and tags are before or after it. */
function isAttemptHere({ text, start }: Reader, telling: readonly Piece[], piece: Piece): boolean {
  const verdict = verdictOn(piece);
  const isFirst = piece === telling[0] && isEmpty(text, start, piece.start);
  const isLast = piece.end >= (telling.at(-1)?.end ?? 0) && isEmpty(text, piece.end);
  if (verdict === 'shown' || verdict === 'at_edge') return verdict === 'at_edge' && (isFirst || isLast);
  if (!isLast) return false;
  const before = text.slice(Math.max(0, piece.start - 250), piece.start);
  if (verdict === 'if_whole') return isFirst || actionBefore.test(before);
  // Documentation also folds an example away in tags, but with words before it.
  const isBare = text.slice(piece.end).replace(toolCallClose, '').trim() === '';
  return telling.length === 1 && (isBare || openTagBefore.test(before));
}

/** Says whether this part of a reply has only blanks and tags. */
const isEmpty = (text: string, from: number, to?: number) =>
  /^(?:\s|<[^<>]{1,500}>)*$/.test(text.slice(from, to));

const mostShells = 4;
/** Matches what may come before a call that is a complete reply, one thing after the other. */
const front = new RegExp(
  [
    // The first line of a fence is only a label.
    /(?:`{3,}(?=[^`\n]*(?:\n|$))|~{3,})(?:[^\n{"<]*\n)?/,
    /<[A-Za-z][\w:.-]{0,63}[^<>\n]{0,400}>/,
    /["'`“”„‘’«»*_]{1,20}(?:json\s?(?=\{))?/,
    /(?![>+-])[^\p{L}\p{N}{[｛<"`~]{1,40}(?=["'{<`])/u,
    // A comment, or one more word or mark, touches the object or a key.
    /(?:[^\s{]{0,11}\/\*[^\n]{0,80}?\*\/\s?|(?:#|\/\/)[^\n]{0,80}\n\s?|(?:--|[^\s{+-])[^\s{]{0,11}?(?:\r?\n\s{0,20})?)(?=[{"])/,
    // `Next:` is on the line of what it labels.
    /[^\n{}[\]"<`:：]{1,40}[:：](?=[^\S\n]{0,80}[{`["<“])/,
  ]
    .map(({ source }) => `^${source}`)
    .join('|'),
  'u',
);
/** Matches what may follow such a call: the end of a fence or of tags, quotation marks, other marks. */
const rear =
  /(?:(?:\n[^\S\n]{0,20})?[`~]{1,20}|<\/[A-Za-z][\w:.-]{0,63}[^<>\n]{0,400}>|["'`“”„‘’«»*_]{1,20}|[^\p{L}\p{N}{}[\]｛｝>'"`“”’»~]{1,20})$/u;
/** Every call has one of these words. */
const mayHoldCall = /tool|action|function|invoke|arguments|parameters|call|\[\w{1,64}\(/i;
/** A call, or lines of YAML, begin like this. */
const mayBegin = /^(?:[{[｛"<`]|---\s|[*_]{0,2}(?:tool|action|thought)\b)/i;

/**
 * Takes off shells that are not ours (fences, tags, inline code, a JSON string, labels, marks). A call that
 * is alone in such shells was meant to run.
 */
export function findAttemptInShells(reader: Reader): Attempt | null {
  let core: string | null = reader.raw.slice(reader.start).trim();
  if (!mayHoldCall.test(core)) return null;
  for (let count = 0; count < mostShells; count += 1) {
    core = takeShell(core);
    if (core === null) return null;
    const found = mayBegin.test(core) ? findAttempt(readLines(core)) : null;
    if (!found || !isAll(core, found)) continue;
    const fault = found.fault ?? { ...notAlone, wanted: core.slice(found.start, found.end) };
    return { ...found, fault: { ...fault, offset: reader.start } };
  }
  return null;
}

/** Says whether only the start of a YAML document precedes the attempt, and only stray marks follow it. */
const isAll = (core: string, { start, end }: Attempt) =>
  /^(?:---)?\s*$/.test(core.slice(0, start)) && /^[\s}\]｝),;.]*$/.test(core.slice(end));

function takeShell(core: string): string | null {
  const scan = core.startsWith('"') ? scanJson(core, 0) : null;
  if (scan?.fault === null && scan.end === core.length) return (JSON.parse(core) as string).trim();
  const start = front.exec(core)?.[0].length ?? 0;
  const end = core.length - (rear.exec(core.slice(-500))?.[0].length ?? 0);
  const inner = core.slice(start, end).trim();
  return inner === '' || inner === core ? null : inner;
}
