import type { LeftOut } from '../left-out';
import type { RunEvent } from '../run-event';
import type { History } from './context-budget';
import { measureRequest } from './measure-request';

export type Fit =
  | { type: 'send' }
  | { type: 'leave_out'; event: Extract<RunEvent, { type: 'history_left_out' }> }
  /** The request needs `needTokens` and cannot be made shorter. */
  | { type: 'too_long'; needTokens: number; windowTokens: number; hasSteps: boolean; refusal: string | null };

/**
 * Most servers give at least this window without being told to. A refusal or a report reveals a smaller one.
 */
const leastWindowTokens = 4_096;

/** Says whether the next request fits any window, so that nobody needs to know the window. */
export function fitsAnyWindow({ transcript, budget }: History): boolean {
  const tokens = measureRequest(transcript)(budget.leftOut) * (budget.scale ?? 1);
  return tokens <= leastWindowTokens - roomForAnswer(leastWindowTokens);
}

const startShare = 0.7;

/**
 * Decides what to leave out of the next request. `knownTokens` is the model's window as its server or a
 * person names it.
 */
export function fitRequest({ transcript, budget }: History, knownTokens: number | null): Fit {
  const hardTokens = Math.min(knownTokens ?? Infinity, budget.learnedTokens ?? Infinity);
  const windowTokens = Math.min(hardTokens, budget.cutTokens ?? Infinity);
  if (windowTokens === Infinity) return { type: 'send' };
  const available = windowTokens - roomForAnswer(windowTokens);
  const estimate = measureRequest(transcript);
  const sizeOf = (leftOut: LeftOut) => Math.ceil(estimate(leftOut) * (budget.scale ?? 1));
  const now = sizeOf(budget.leftOut);
  const hasSteps = transcript.places.length > 0;
  const refusal = budget.refusals.at(-1) ?? null;
  const tooLong: Fit = { type: 'too_long', needTokens: now, windowTokens, hasSteps, refusal };
  if (budget.refusals.length > 1) return tooLong;
  if (now <= available * startShare) return { type: 'send' };
  const best = chooseLeftOut(
    transcript.places.length,
    budget.leftOut,
    (choice) => sizeOf(choice) / available,
  );
  const leastTokens = Math.min(now, sizeOf(best));
  if (leastTokens > hardTokens) return { ...tooLong, needTokens: leastTokens };
  if (leastTokens === now) return refusal === null ? { type: 'send' } : tooLong;
  return { type: 'leave_out', event: { type: 'history_left_out', ...best, windowTokens } };
}

/** The calls and results of this many last turns are never left out. */
const keptTurns = 3;
/** The target is far below the start, so that a provider's prompt cache breaks rarely. */
const targetShare = 0.4;
/** A cut goes down to this share where it can, so that two or three more turns fit before the next cut. */
const roomyShare = 0.5;
/** Turns that fill more than this would be cut again at nearly every step, so their results are shortened. */
const crowdedShare = 0.55;
/** The lengths are few and far apart for the same reason. The last one is the shortest that says anything. */
const lengths = [12_000, 9_000, 7_000, 5_000, 4_000, 3_000, 2_000, 1_500, 1_000, 600];
/** Before any result gets shorter than this, the older calls become one line each. */
const comfortableCharacters = 2_000;

/**
 * The model loses what is left out, so the mildest choice comes first. Old results go before old calls. The
 * results of the last turns are shortened only where those turns do not fit as they are, and all to the same
 * length, so that a shorter one stays complete.
 */
function chooseLeftOut(count: number, from: LeftOut, shareOf: (choice: LeftOut) => number): LeftOut {
  const most = count - keptTurns;
  const oldResults = { ...from, results: Math.max(most, from.results) };
  const oldTurns = { ...oldResults, turns: Math.max(most, from.turns) };
  const mild = [
    ...rangeOf(from.results, most).map((results) => ({ ...from, results })),
    ...rangeOf(from.turns, most).map((turns) => ({ ...oldResults, turns })),
  ];
  const thorough = [oldResults, oldTurns];
  const shorter = lengths.filter((length) => length < (from.maxCharacters ?? Infinity));
  const shortened = [
    ...shorter
      .filter((length) => length >= comfortableCharacters)
      .map((length) => ({ ...oldResults, maxCharacters: length })),
    ...shorter.map((length) => ({ ...oldTurns, maxCharacters: length })),
  ];
  const fits = (choices: readonly LeftOut[], share: number) =>
    choices.find((choice) => shareOf(choice) <= share);
  return (
    fits(mild, targetShare) ??
    fits([oldResults], roomyShare) ??
    fits([oldTurns], crowdedShare) ??
    fits(shortened, roomyShare) ??
    fits([...thorough, ...shortened], startShare) ??
    fits([...thorough, ...shortened], 1) ??
    shortened.at(-1) ??
    oldTurns
  );
}

const rangeOf = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, offset) => from + offset);

const roomForAnswer = (windowTokens: number): number => Math.min(4_096, Math.floor(windowTokens / 8));
