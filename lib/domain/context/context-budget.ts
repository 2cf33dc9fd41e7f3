import { type LeftOut, nothingLeftOut } from '../left-out';
import type { RunEvent } from '../run-event';
import { appendToTranscript, openTranscript, type Transcript, type TranscriptMessage } from '../transcript';
import { measureRequest } from './measure-request';

/**
 * Holds what a run knows about its model's window from its events alone, so that a restart decides the same.
 */
export type ContextBudget = {
  leftOut: LeftOut;
  /**
   * Says how many tokens the server reported for each estimated one. Null means that it has reported none.
   */
  scale: number | null;
  /** A refusal named this window, in tokens. */
  learnedTokens: number | null;
  /**
   * The server read this much of a request that it cut silently. It is a hint: no run fails because of it.
   */
  cutTokens: number | null;
  /** Lists the refusals since the last reply, in words. */
  refusals: readonly string[];
  /** The server cut the last request without saying so, so its report measures nothing. */
  isCut: boolean;
  /**
   * Says how much of the last request the server read, if the next request is longer. Requests with the same
   * report keep the estimate of the first one.
   */
  lastReport: { readTokens: number; estimatedTokens: number } | null;
};

export const newBudget: ContextBudget = {
  leftOut: nothingLeftOut,
  scale: null,
  learnedTokens: null,
  cutTokens: null,
  refusals: [],
  isCut: false,
  lastReport: null,
};

/** Holds what a model has read, and what is known about its window. */
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

/** `transcript` is the one before the event. */
function updateBudget(budget: ContextBudget, event: RunEvent, transcript: Transcript): ContextBudget {
  switch (event.type) {
    case 'text_replied':
    case 'tool_call_requested':
    case 'reply_malformed': {
      const answered = { ...budget, refusals: [], isCut: false, lastReport: null };
      if (!event.usage || budget.isCut) return answered;
      const readTokens = event.usage.input;
      const estimatedTokens = measureRequest(transcript)(budget.leftOut);
      const scale = readTokens / estimatedTokens;
      const isLow = scale < leastScale;
      if (isLow && readTokens < smallestCutTokens) return answered;
      const isSame = budget.lastReport?.readTokens === readTokens;
      const lastReport = isSame ? budget.lastReport : { readTokens, estimatedTokens };
      return { ...answered, scale: isLow ? budget.scale : scale, lastReport };
    }
    case 'request_cut':
      return { ...budget, cutTokens: event.readTokens, isCut: true };
    case 'request_refused': {
      const estimated = measureRequest(transcript)(budget.leftOut);
      const { windowTokens, requestTokens } = event;
      return {
        ...budget,
        // The request is longer than the window, whatever its estimate was.
        scale: Math.max(budget.scale ?? 1, (requestTokens ?? windowTokens ?? 0) / estimated),
        learnedTokens: windowTokens ?? Math.floor(estimated * (budget.scale ?? 1) * 0.75),
        refusals: [...budget.refusals, event.message],
      };
    }
    case 'history_left_out':
      return {
        ...budget,
        leftOut: { results: event.results, turns: event.turns, maxCharacters: event.maxCharacters },
        lastReport: null,
      };
    // The model may be another one, so everything is sent again as far as its window allows.
    case 'run_continued':
      return newBudget;
    default:
      return budget;
  }
}

/** A server that reports less than this share of the estimate counts something else, or cut the request. */
const leastScale = 0.6;
/** Other servers behind the same address count a little differently. */
const shrunkScale = 0.85;

/**
 * A smaller report does not come from a cut: the smallest windows that servers fill without a word have 2,048
 * tokens.
 */
const smallestCutTokens = 1_500;

/**
 * Counts estimated tokens. A request that grew by this much, but has the report of the one before, fills a
 * window. Some servers round reports to 16.
 */
const leastGrowth = 32;

/**
 * Finds out whether the server read only a part of the request and did not say so, as Ollama does. Returns
 * null when nothing points to that.
 */
export function findCut(
  { transcript, budget }: History,
  event: RunEvent,
  knownTokens: number | null,
): Extract<RunEvent, { type: 'request_cut' }> | null {
  if (!('usage' in event) || !event.usage) return null;
  const estimatedTokens = measureRequest(transcript)(budget.leftOut);
  const expectedTokens = Math.ceil(estimatedTokens * (budget.scale ?? 1));
  const { input: readTokens } = event.usage;
  if (readTokens < smallestCutTokens || expectedTokens < (knownTokens ?? 0) * 0.9) return null;
  const last = budget.lastReport;
  // The request is longer than the one before, but the server read less of it, or exactly as much.
  const isShrunk = readTokens < (last?.readTokens ?? 0) && readTokens < expectedTokens * shrunkScale;
  const isSame = readTokens === last?.readTokens && estimatedTokens - last.estimatedTokens >= leastGrowth;
  return isShrunk || isSame || readTokens < expectedTokens * leastScale
    ? { type: 'request_cut', expectedTokens, readTokens }
    : null;
}
