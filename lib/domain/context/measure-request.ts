import type { LeftOut } from '../left-out';
import { shortenResult } from '../result-place';
import type { Transcript, TranscriptMessage } from '../transcript';
import { estimateTokens } from './estimate-tokens';
import { describeUnlisted, maxFoldedLines } from './sent-messages';

type Measure = (leftOut: LeftOut) => number;
const measures = new WeakMap<Transcript, Measure>();

/**
 * Returns a function that estimates the tokens of the request for any choice of what is left out. The sums
 * are made once for each state of the transcript.
 */
export function measureRequest(transcript: Transcript): Measure {
  const known = measures.get(transcript) ?? addUp(transcript);
  measures.set(transcript, known);
  return known;
}

function addUp(transcript: Transcript): Measure {
  const { messages } = transcript;
  const whole = sumUp(messages.map(estimateMessage));
  let measureShorter: Measure | null = null;
  return (leftOut) => {
    if (isNothing(leftOut)) return whole.at(-1) ?? 0;
    // Most requests leave nothing out and never need these sums.
    measureShorter ??= addUpShorter(transcript, whole);
    return measureShorter(leftOut);
  };
}

const isNothing = ({ results, turns, maxCharacters }: LeftOut): boolean =>
  results === 0 && turns === 0 && maxCharacters === null;

function addUpShorter({ messages, openingCount, places }: Transcript, whole: readonly number[]): Measure {
  const saved = sumUp(
    places.map(({ index, short }) => estimateMessage(messages[index] ?? short) - estimateMessage(short)),
  );
  const lines = sumUp(places.map(({ line }) => estimateTokens(line) + 2));
  const between = (sums: readonly number[], from: number, to: number) => (sums[to] ?? 0) - (sums[from] ?? 0);
  const savedByShortening = (from: number, maxCharacters: number | null) =>
    places.slice(from).reduce((sum, place) => {
      const message = messages[place.index];
      const shortened = shortenResult(place, maxCharacters);
      return message && shortened ? sum + estimateMessage(message) - estimateMessage(shortened) : sum;
    }, 0);
  return ({ results, turns, maxCharacters }) => {
    const last = places[turns - 1];
    const start = last ? last.index + 1 : openingCount;
    const sent = between(whole, 0, openingCount) + between(whole, start, messages.length);
    const rest = sent - between(saved, turns, results) - savedByShortening(results, maxCharacters);
    if (!last) return rest;
    const unlisted = Math.max(0, turns - maxFoldedLines);
    const note = unlisted > 0 ? estimateTokens(describeUnlisted(unlisted)) : 0;
    const folded = between(lines, unlisted, turns) + note + 20;
    return rest + between(whole, last.index - 1, last.index) + folded;
  };
}

/** Returns the sums of the first 0, 1, 2 … values. */
function sumUp(values: readonly number[]): number[] {
  const sums = [0];
  for (const value of values) sums.push((sums.at(-1) ?? 0) + value);
  return sums;
}

/** A message's role and marks take this many tokens. */
const tokensAround = 4;
const estimates = new WeakMap<TranscriptMessage, number>();

/** Estimates a message once, however often it is sent. */
function estimateMessage(message: TranscriptMessage): number {
  const known = estimates.get(message);
  if (known !== undefined) return known;
  const tokens = estimateTokens(message.content) + tokensAround;
  estimates.set(message, tokens);
  return tokens;
}
