import { skipBlanks } from './characters';
import { leakedToken } from './marks';
import type { Piece } from './piece';
import type { Reader } from './reader';

/** First words of a line with which a model goes on as a tool or as a person: "Tool result: …", "User: …". */
const otherSpeaker =
  /(?<=\n)[\s*_#>[(<-]{0,8}(?:(?:tool|function|command|action)s?[ _-]?(?:results?|responses?|output|call results?)?|observations?|results?|outputs?|responses?|user|human|assistant|system)\b[^\n:：\]>]{0,30}[:：\]>]/i;
const lostClose = /^<\/tool_call>/;
const headingOfResult = /(?<=\n)#{1,6} (?:tool|function) (?:result|response|output)[^\S\n]*(?=\n|$)/i;

/**
 * Where the model's own words end: it may go on behind its call and invent the tool's result or the next turn, which
 * must not appear next to a request to approve, nor before the true result.
 */
export function findOwnEnd({ text, pieces }: Reader, call: Piece): number {
  const rest = text.slice(call.end);
  if (rest === '') return call.end;
  const data = pieces.find((piece) => isData(piece) && piece.start >= call.end);
  const speakers = [leakedToken, otherSpeaker, headingOfResult].map((pattern) => rest.search(pattern));
  const offsets = speakers.filter((offset) => offset !== -1).map((offset) => call.end + offset);
  return Math.min(data?.start ?? text.length, ...offsets);
}

function isData({ meaning, placement }: Piece): boolean {
  return meaning === 'data' && placement === 'alone';
}

/** The model's words around the call, without reasoning and without JSON data next to it. */
export function commentaryAround(
  { text, start, reasoning, pieces }: Reader,
  call: Piece,
  end: number,
): string {
  const dropped = [...reasoning, ...pieces.filter(isData), call, { start: end, end }];
  const words: string[] = [];
  let at = start;
  for (const part of dropped.sort((left, right) => left.start - right.start)) {
    const until = Math.max(at, Math.min(part.start, end));
    const own = text
      .slice(skipBlanks(text, at, until), until)
      .replace(lostClose, '')
      .trim();
    if (own !== '') words.push(own);
    at = Math.max(at, part.end);
  }
  return words.join('\n\n');
}
