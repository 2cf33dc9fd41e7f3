import { formatCount } from '../shared/quantities';
import { boundText } from './bound-text';
import { inResultFrame } from './result-text';
import type { ToolCall, ToolOutcome } from './tool-call';

/** Says where a call's result is in the transcript, and what can be sent in its place. */
export type ResultPlace = {
  /** Gives the position of the result's message. */
  index: number;
  /** This comes before the result's fence. */
  head: string;
  /** The fence holds this text. */
  text: string;
  isIdempotent: boolean;
  /** The request carries this message in the result's place once the result is left out. */
  short: ResultMessage;
  /** Names the call and its ending on one line. */
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

/** A shortened result keeps this many of its characters for the note between its beginning and its end. */
const noteCharacters = 200;

const shortened = new WeakMap<ResultPlace, Map<number, ResultMessage>>();

/**
 * Returns the beginning and the end of a result that is longer than `maxCharacters`, with a note between
 * them, in the same frame. Returns null when it is not longer, and the same object each time, so that it is
 * estimated once.
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
