import type { History } from './context-budget';
import type { LeftOut } from './left-out';
import { measureRequest } from './measure-request';
import type { RunEvent } from './run-event';

export type Fit =
  | { type: 'send' }
  | { type: 'leave_out'; event: Extract<RunEvent, { type: 'history_left_out' }> }
  /** `needTokens` of a request that cannot be made shorter. */
  | { type: 'too_long'; needTokens: number; windowTokens: number; hasSteps: boolean; refusal: string | null };

/** Most servers give at least this much without being told to. A smaller window shows itself by a refusal or by a report. */
const leastWindowTokens = 4_096;

/** Whether the next request fits whatever the window is, so that nobody needs to know it. */
export function fitsAnyWindow({ transcript, budget }: History): boolean {
  const tokens = measureRequest(transcript)(budget.leftOut) * (budget.scale ?? 1);
  return tokens <= leastWindowTokens - roomForAnswer(leastWindowTokens);
}

const startShare = 0.7;

/** Decides what of the next request is left out. `knownTokens`: the model's window as its server or a person names it. */
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

/** Of these turns, no call or result is ever left out. */
const keptTurns = 3;
/** Far below the start, so that a provider's prompt cache breaks rarely. */
const targetShare = 0.4;
/** At most this after a cut, where it is possible: two or three more turns fit before the next one. */
const roomyShare = 0.5;
/** Turns that fill more than this would be cut again at nearly every step: their results are shortened. */
const crowdedShare = 0.55;
/** Few steps, far apart, for the same reason. The last one is the shortest that says anything. */
const lengths = [12_000, 9_000, 7_000, 5_000, 4_000, 3_000, 2_000, 1_500, 1_000, 600];
/** Results are not made shorter than this for the sake of older calls: these become one line each. */
const comfortableCharacters = 2_000;

/**
 * What is left out is lost for the model: the mildest choice comes first. Old results go before old calls, and only where the last
 * turns do not fit as they are, their results are shortened: all to the same length, so that a shorter one stays whole.
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
