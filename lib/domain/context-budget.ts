import { estimateTokens } from './estimate-tokens';
import type { RunEvent } from './run-event';
import { appendToTranscript, openTranscript, type Transcript, type TranscriptMessage } from './transcript';

/** What a run knows about its model's window, from its events alone: a restart decides the same. */
export type ContextBudget = {
  leftOut: LeftOut;
  /** Tokens that the server reported for each estimated one. Null: it has reported none. */
  scale: number | null;
  /** The window as a refusal named it. */
  learnedTokens: number | null;
  /** What the server read of a request that it cut silently: a hint, on which no run fails. */
  cutTokens: number | null;
  /** Refusals since the last reply, in words. */
  refusals: readonly string[];
  /** The server cut the last request without saying so: its report is no measure. */
  isCut: boolean;
  /** What the server read of the last request, if the next one is longer. */
  lastReadTokens: number | null;
};

/** Of the oldest results: `results` are sent shortened; the first `turns` of them only as one line each, without their calls. */
export type LeftOut = { results: number; turns: number };

export const newBudget: ContextBudget = {
  leftOut: { results: 0, turns: 0 },
  scale: null,
  learnedTokens: null,
  cutTokens: null,
  refusals: [],
  isCut: false,
  lastReadTokens: null,
};

/** What a model has read, and what is known about its window. */
export type History = { transcript: Transcript; budget: ContextBudget };

export function openHistory(messages: readonly TranscriptMessage[]): History {
  return { transcript: openTranscript(messages), budget: newBudget };
}

export function appendToHistory({ transcript, budget }: History, event: RunEvent): History {
  return {
    budget: updateBudget(budget, event, transcript),
    transcript: appendToTranscript(transcript, event),
  };
}

/** `transcript` is as before the event. */
function updateBudget(budget: ContextBudget, event: RunEvent, transcript: Transcript): ContextBudget {
  switch (event.type) {
    case 'text_replied':
    case 'tool_call_requested':
    case 'reply_malformed': {
      const answered = { ...budget, refusals: [], isCut: false, lastReadTokens: null };
      if (!event.usage || budget.isCut) return answered;
      const scale = event.usage.input / measure(transcript)(budget.leftOut);
      return scale < leastScale ? answered : { ...answered, scale, lastReadTokens: event.usage.input };
    }
    case 'request_cut':
      return { ...budget, cutTokens: event.readTokens, isCut: true };
    case 'request_refused': {
      const estimated = measure(transcript)(budget.leftOut);
      const { windowTokens, requestTokens } = event;
      return {
        ...budget,
        // It is longer than the window, whatever its estimate was.
        scale: Math.max(budget.scale ?? 1, (requestTokens ?? windowTokens ?? 0) / estimated),
        learnedTokens: windowTokens ?? Math.floor(estimated * (budget.scale ?? 1) * 0.75),
        refusals: [...budget.refusals, event.message],
      };
    }
    case 'history_left_out':
      return {
        ...budget,
        leftOut: { results: event.results, turns: event.turns },
        lastReadTokens: null,
      };
    // Perhaps with another model: everything is sent again as far as its window allows.
    case 'run_continued':
      return newBudget;
    default:
      return budget;
  }
}

/** The messages as they are sent: all of them, except for what is left out. */
export function toSentMessages({ transcript, budget }: History): TranscriptMessage[] {
  const { results, turns } = budget.leftOut;
  const { messages, openingCount } = transcript;
  const folded = transcript.places.slice(0, turns);
  const last = folded.at(-1);
  const sent = messages.slice(0, openingCount);
  const call = last && messages[last.index - 1];
  if (call) sent.push(call, { role: 'user', content: toFoldedText(folded.map(({ line }) => line)) });
  const shortened = new Map(transcript.places.slice(0, results).map(({ index, short }) => [index, short]));
  const start = last ? last.index + 1 : openingCount;
  for (const [offset, message] of messages.slice(start).entries())
    sent.push(shortened.get(start + offset) ?? message);
  return sent;
}

const maxFoldedLines = 100;

function toFoldedText(lines: readonly string[]): string {
  const shown = lines.slice(-maxFoldedLines);
  const earlier = lines.length - shown.length;
  const note = earlier > 0 ? [`- ${earlier} earlier steps`] : [];
  return [
    'Left out: the calls up to here with their results. They are done:',
    ...note,
    ...shown.map((line) => `- ${line}`),
  ].join('\n');
}

export type Fit =
  | { type: 'send' }
  | { type: 'leave_out'; event: Extract<RunEvent, { type: 'history_left_out' }> }
  /** `needTokens` of a request that cannot be made shorter. */
  | { type: 'too_long'; needTokens: number; windowTokens: number; hasSteps: boolean; refusal: string | null };

const startShare = 0.7;
/** Far below the start, so that a provider's prompt cache breaks rarely. */
const targetShare = 0.4;
const keptTurns = [3, 2, 1];

/** Most servers give at least this much without being told to. A smaller window shows itself by a refusal or by a report. */
const leastWindowTokens = 4_096;

/** Whether the next request fits whatever the window is, so that nobody needs to know it. */
export function fitsAnyWindow({ transcript, budget }: History): boolean {
  const tokens = measure(transcript)(budget.leftOut) * (budget.scale ?? 1);
  return tokens <= leastWindowTokens - roomForAnswer(leastWindowTokens);
}

/** Decides what of the next request is left out. `knownTokens`: the model's window as its server or a person names it. */
export function fitRequest({ transcript, budget }: History, knownTokens: number | null): Fit {
  const hardTokens = Math.min(knownTokens ?? Infinity, budget.learnedTokens ?? Infinity);
  const windowTokens = Math.min(hardTokens, budget.cutTokens ?? Infinity);
  if (windowTokens === Infinity) return { type: 'send' };
  const available = windowTokens - roomForAnswer(windowTokens);
  const estimate = measure(transcript);
  const sizeOf = (leftOut: LeftOut) => Math.ceil(estimate(leftOut) * (budget.scale ?? 1));
  const now = sizeOf(budget.leftOut);
  const hasSteps = transcript.places.length > 0;
  const refusal = budget.refusals.at(-1) ?? null;
  const tooLong: Fit = { type: 'too_long', needTokens: now, windowTokens, hasSteps, refusal };
  if (budget.refusals.length > 1) return tooLong;
  if (now <= available * startShare) return { type: 'send' };
  const choices = listChoices(transcript, budget.leftOut);
  const fits = (share: number) => choices.find((choice) => sizeOf(choice) <= available * share);
  const best = fits(targetShare) ?? fits(startShare) ?? fits(1) ?? choices.at(-1) ?? budget.leftOut;
  const isShorter = best.results > budget.leftOut.results || best.turns > budget.leftOut.turns;
  const leastTokens = sizeOf(best);
  if (leastTokens > hardTokens) return { ...tooLong, needTokens: leastTokens };
  if (!isShorter) return refusal === null ? { type: 'send' } : tooLong;
  return { type: 'leave_out', event: { type: 'history_left_out', ...best, windowTokens } };
}

/** What is gained is lost for the model: the mildest choice comes first. */
function listChoices(transcript: Transcript, from: LeftOut): LeftOut[] {
  const count = transcript.places.length;
  return keptTurns.flatMap((kept) => {
    const most = count - kept;
    const shortened = rangeOf(from.results, most).map((results) => ({ results, turns: from.turns }));
    const folded = rangeOf(from.turns + 1, most).map((turns) => ({
      results: Math.max(most, from.results),
      turns,
    }));
    return [...shortened, ...folded];
  });
}

const rangeOf = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, offset) => from + offset);

const roomForAnswer = (windowTokens: number): number => Math.min(4_096, Math.floor(windowTokens / 8));

/** A role and its marks. */
const tokensAround = 4;
/** A server that reports less than this of the estimate counts something else, or cut the request. */
const leastScale = 0.6;

type Measure = (leftOut: LeftOut) => number;
const measures = new WeakMap<Transcript, Measure>();

/** The estimated tokens of the request for any choice of what is left out. Added up once for each state of the transcript. */
function measure(transcript: Transcript): Measure {
  const known = measures.get(transcript) ?? addUp(transcript);
  measures.set(transcript, known);
  return known;
}

function addUp({ messages, openingCount, places }: Transcript): Measure {
  const whole = sumUp(messages.map(estimateMessage));
  const saved = sumUp(
    places.map(({ index, short }) => estimateMessage(messages[index] ?? short) - estimateMessage(short)),
  );
  const lines = sumUp(places.map(({ line }) => estimateTokens(line) + 2));
  const between = (sums: readonly number[], from: number, to: number) => (sums[to] ?? 0) - (sums[from] ?? 0);
  return ({ results: shortened, turns }) => {
    const last = places[turns - 1];
    const start = last ? last.index + 1 : openingCount;
    const sent = between(whole, 0, openingCount) + between(whole, start, messages.length);
    const rest = sent - between(saved, turns, Math.max(shortened, turns));
    if (!last) return rest;
    const folded = between(lines, Math.max(0, turns - maxFoldedLines), turns) + 20;
    return rest + between(whole, last.index - 1, last.index) + folded;
  };
}

/** Sums of the first 0, 1, 2 … values. */
function sumUp(values: readonly number[]): number[] {
  const sums = [0];
  for (const value of values) sums.push((sums.at(-1) ?? 0) + value);
  return sums;
}

const estimates = new WeakMap<TranscriptMessage, number>();

/** A message is estimated once, however often it is sent. */
function estimateMessage(message: TranscriptMessage): number {
  const known = estimates.get(message);
  if (known !== undefined) return known;
  const tokens = estimateTokens(message.content) + tokensAround;
  estimates.set(message, tokens);
  return tokens;
}

/** Other servers behind the same address count a little differently. */
const shrunkScale = 0.85;

/** A smaller report is not that of a cut: the smallest windows that servers fill without a word have 2,048 tokens. */
const smallestCutTokens = 1_500;

/** The server read only a part of the request and did not say so, as Ollama does. Null: nothing points to that. */
export function findCut(
  { transcript, budget }: History,
  event: RunEvent,
  knownTokens: number | null,
): Extract<RunEvent, { type: 'request_cut' }> | null {
  if (!('usage' in event) || !event.usage) return null;
  const expectedTokens = Math.ceil(measure(transcript)(budget.leftOut) * (budget.scale ?? 1));
  const { input: readTokens } = event.usage;
  if (readTokens < smallestCutTokens || expectedTokens < (knownTokens ?? 0) * 0.9) return null;
  // A longer request of which less was read than of the one before.
  const isShrunk = readTokens < (budget.lastReadTokens ?? 0) && readTokens < expectedTokens * shrunkScale;
  return isShrunk || readTokens < expectedTokens * leastScale
    ? { type: 'request_cut', expectedTokens, readTokens }
    : null;
}
