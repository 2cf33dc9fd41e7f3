import { isInvisible, skipBlanks, skipBlanksBackward } from './blank';
import { skipTurnToken, skipTurnTokenBackward } from './leaked-tokens';
import { reasoningCloseAt, reasoningOpenAt } from './reasoning';

/** The front of a reply: everything before the first word for a person. */
export type ReplyFront = {
  /** Where the text for a person begins. White space alone is part of that text. */
  start: number;
  /** Offset of an opening reasoning mark that is never closed; null when there is none. */
  openReasoning: number | null;
};

/** Skips byte order marks, leaked tokens and reasoning blocks at the beginning of `text` from `from` on. */
export function readFront(text: string, from: number): ReplyFront {
  let start = from;
  for (let at = from; ; ) {
    const word = skipBlanks(text, at);
    const open = reasoningOpenAt(text, word);
    if (open) {
      const close = text.indexOf(open.close, open.end);
      if (close === -1) return { start, openReasoning: word };
      at = close + open.close.length;
    } else {
      at = reasoningCloseAt(text, word) ?? skipTurnToken(text, word);
      if (at === word)
        return {
          start: start > from || from > 0 || hasInvisible(text, from, word) ? word : from,
          openReasoning: null,
        };
    }
    start = at;
  }
}

/** Where the text for a person ends: before leaked tokens and invisible marks, but after other white space. */
export function findEnd(text: string, start: number): number {
  let end = text.length;
  for (;;) {
    const word = skipBlanksBackward(text, end, start);
    const before = skipTurnTokenBackward(text, word);
    if (before < start || before === word) {
      const isTrimmed = end < text.length || hasInvisible(text, word, text.length);
      return isTrimmed ? word : text.length;
    }
    end = before;
  }
}

function hasInvisible(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (isInvisible(text.charCodeAt(at))) return true;
  return false;
}
