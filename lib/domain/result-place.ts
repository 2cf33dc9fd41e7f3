import { boundText } from '../shared/bound-text';
import { formatCount } from '../shared/quantities';
import { inResultFrame } from './result-text';
import type { ToolCall, ToolOutcome } from './tool-call';

/** A call's result in the transcript, and what can be sent in its place. */
export type ResultPlace = {
  /** Of its message. */
  index: number;
  /** The line before its fence. */
  head: string;
  /** What is in its fence. */
  text: string;
  isIdempotent: boolean;
  /** What is sent in its place once it is left out. */
  short: ResultMessage;
  /** The call and its ending on one line. */
  line: string;
};

type ResultMessage = { role: 'user'; content: string };

/** Shorter results are always sent: leaving them out would save nothing. */
const shortestLeftOutCharacters = 400;

export function toResultPlace(
  call: ToolCall,
  outcome: ToolOutcome,
  { index, step, head, text }: Pick<ResultPlace, 'index' | 'head' | 'text'> & { step: number },
): ResultPlace {
  const { isIdempotent } = call;
  const isShort = text.length < shortestLeftOutCharacters;
  const told = outcome.ok ? outcome.modelText : outcome.error.message;
  const next = isIdempotent ? 'Call it again if you need it.' : doNotRepeat('this');
  const leftOut = `${head}\nLeft out, ${formatCount(told.length)} characters. ${next}`;
  return {
    index,
    head,
    text,
    isIdempotent,
    short: { role: 'user', content: isShort ? inResultFrame(head, text) : leftOut },
    line: `step ${step}, ${outcome.ok ? 'ok' : 'error'}: ${call.headline}`,
  };
}

const doNotRepeat = (what: string) => `It has run: do not repeat it to see ${what}.`;

/** Of the characters that a shortened result may have, for the note between its beginning and its end. */
const noteCharacters = 200;

const shortened = new WeakMap<ResultPlace, Map<number, ResultMessage>>();

/**
 * Beginning and end of a result that is longer than this, with a note between them, in the same frame. Null: it is not longer.
 * The same object each time, so that it is estimated once.
 */
export function shortenResult(place: ResultPlace, maxCharacters: number | null): ResultMessage | null {
  const { head, text, isIdempotent } = place;
  if (maxCharacters === null || text.length <= maxCharacters) return null;
  const known = shortened.get(place)?.get(maxCharacters);
  if (known) return known;
  const kept = boundText(text, howToReadMore(isIdempotent), maxCharacters - noteCharacters);
  const message: ResultMessage = { role: 'user', content: inResultFrame(head, kept) };
  shortened.set(place, (shortened.get(place) ?? new Map()).set(maxCharacters, message));
  return message;
}

const howToReadMore = (isIdempotent: boolean) =>
  isIdempotent
    ? 'They do not fit your window. To read them, call again for a smaller part, with a range if the tool has one.'
    : `They do not fit your window. ${doNotRepeat('them')}`;
