import { lineEndAt, skipBlanks } from './characters';
import { skipTurnToken, specialTokenAt, toolCallClose } from './marks';
import type { Piece } from './piece';
import type { Reader } from './reader';

/** First words of a line with which a model goes on as a tool or as a person: "Tool result: …", "User: …". */
const otherSpeaker =
  /^[\s*_#>[(<-]{0,8}(?:(?:tool|function|command|action)s?[ _-]?(?:results?|responses?|output|call results?)?|observations?|results?|outputs?|responses?|user|human|assistant|system)\b[^\n:：\]>]{0,30}[:：\]>]/i;
const headingOfResult = /^#{1,6} (?:tool|function) (?:result|response|output)\s*$/i;

/**
 * Where the model's own words end: it may go on behind its call and invent the tool's result or the next turn, which
 * must not appear next to a request to approve, nor before the true result.
 */
export function findOwnEnd({ text, end, pieces }: Reader, call: Piece): number {
  const data = pieces.find((piece) => isData(piece) && piece.start >= call.end);
  return Math.min(data?.start ?? end, findOtherSpeaker(text, call.end, end));
}

function isData({ meaning, placement }: Piece): boolean {
  return meaning === 'data' && placement === 'alone';
}

function findOtherSpeaker(text: string, callEnd: number, end: number): number {
  for (let at = callEnd; at < end; ) {
    const lineEnd = lineEndAt(text, at, end);
    const token = at + text.slice(at, lineEnd).search(/<[|｜/]?\w/);
    if (token >= at && (skipTurnToken(text, token) > token || specialTokenAt(text, token))) return token;
    const head = text.slice(at, Math.min(lineEnd, at + 100));
    if (at > callEnd && (otherSpeaker.test(head) || headingOfResult.test(head))) return at;
    at = lineEnd + 1;
  }
  return end;
}

/** The model's words around the call, without reasoning and without JSON data next to it. */
export function commentaryAround(reader: Reader, call: Piece): string {
  const { text, start, reasoning, pieces } = reader;
  const end = findOwnEnd(reader, call);
  const dropped = [...reasoning, ...pieces.filter(isData), call, { start: end, end }];
  const words: string[] = [];
  let at = start;
  for (const part of dropped.sort((left, right) => left.start - right.start)) {
    const first = skipBlanks(text, at, Math.max(at, part.start));
    const own = text.startsWith(toolCallClose, first) ? first + toolCallClose.length : first;
    words.push(text.slice(own, Math.max(own, Math.min(part.start, end))).trim());
    at = Math.max(at, part.end);
  }
  return words.filter((piece) => piece !== '').join('\n\n');
}
