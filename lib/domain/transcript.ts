import { decisions, wordsOf } from './decision';
import { toSettledOutcome } from './reduce-run';
import { addResult, noResults, type RepeatedResults, sameResultLimits } from './repeated-results';
import { type ResultPlace, toResultPlace } from './result-place';
import { inResultFrame, toResultHead } from './result-text';
import type { RunEvent } from './run-event';
import type { ToolCall, ToolError, ToolOutcome } from './tool-call';

export type TranscriptMessage = { role: 'system' | 'user' | 'assistant'; content: string };

/**
 * Holds the messages for the model: those the run began with, then one or two for each event. Messages are
 * only ever appended, so that a provider's prompt cache hits.
 */
export type Transcript = {
  messages: readonly TranscriptMessage[];
  /** Counts the messages that the run began with. */
  openingCount: number;
  /** Says where the calls' results are, oldest first. Each call is in the message before its result. */
  places: readonly ResultPlace[];
  /** Holds the last call until its result is in. */
  openCall: ToolCall | null;
  /** A person replaced the last call. The model learns it with the result. */
  isCallReplaced: boolean;
  results: RepeatedResults;
  /** Tells a person why the last reply could not be read. */
  fault: string | null;
  /** Holds fingerprints of what the model was asked about after its last reply: is it only an example? */
  asked: readonly string[];
};

export function openTranscript(messages: readonly TranscriptMessage[]): Transcript {
  return {
    messages,
    openingCount: messages.length,
    places: [],
    openCall: null,
    isCallReplaced: false,
    results: noResults,
    fault: null,
    asked: [],
  };
}

export function appendToTranscript(transcript: Transcript, event: RunEvent): Transcript {
  const { messages, openCall } = transcript;
  switch (event.type) {
    case 'tool_call_requested': {
      const asked: Transcript = {
        ...transcript,
        messages: [...messages, { role: 'assistant', content: event.reply }],
        openCall: event.call,
        isCallReplaced: false,
        fault: null,
        asked: [],
      };
      const error = event.foreseenError ?? deniedByPolicy(event.call);
      return error ? appendResult(asked, { ok: false, error, detail: null }) : asked;
    }
    case 'reply_malformed':
      return {
        ...transcript,
        messages: [
          ...messages,
          { role: 'assistant', content: event.reply || '(empty reply)' },
          { role: 'user', content: `Error (${event.code}): ${event.message}` },
        ],
        fault: event.says ?? null,
        asked: event.asked ?? [],
      };
    case 'call_replaced':
      return { ...transcript, openCall: event.call, isCallReplaced: true };
    case 'approval_decided':
      if (!openCall || decisions[event.decision.decision].leadsTo !== 'model_tries_again') return transcript;
      return appendResult(transcript, deniedByPerson(wordsOf(event.decision) ?? ''));
    case 'approval_expired':
      return appendResult(transcript, notDecided);
    case 'tool_finished':
      return appendResult(transcript, event.outcome);
    case 'outcome_settled':
      if (event.settlement.choice !== 'worked') return transcript;
      return appendResult(transcript, toSettledOutcome(event.settlement.result));
    case 'run_continued':
      return { ...appendResult(transcript, notExecuted), results: noResults };
    // The model may ask again for what is left out.
    case 'history_left_out':
      return { ...transcript, results: noResults };
    default:
      return transcript;
  }
}

function appendResult(transcript: Transcript, outcome: ToolOutcome): Transcript {
  const { messages, places, openCall } = transcript;
  if (!openCall) return transcript;
  const [ending, text] = outcome.ok
    ? ['ok', outcome.modelText]
    : [`error ${outcome.error.code}`, outcome.error.message];
  const results = addResult(transcript.results, openCall.hash, `${ending}\n${text}`);
  const shown = results.latest === sameResultLimits.note ? toNote(results.latest) : text;
  // `openCall.step` counts from 1 again after Continue, so it would give two results the same name.
  const step = places.length + 1;
  const ownHead = toResultHead(openCall.tool, step, ending);
  const head = transcript.isCallReplaced ? `${ownHead}\n${tellReplaced(openCall)}` : ownHead;
  const place = toResultPlace(openCall, outcome, { index: messages.length, step, head, text: shown });
  return {
    ...transcript,
    messages: [...messages, { role: 'user', content: inResultFrame(head, shown) }],
    places: [...places, place],
    openCall: null,
    results,
  };
}

/** This is one line, so nothing in it can pass for the fence below it. */
const tellReplaced = ({ tool, parameters, terminate }: ToolCall) =>
  `A person replaced your call by this one: ${JSON.stringify({ tool, parameters, terminate })}`;

const toNote = (count: number) =>
  `You have this already: the same call gave the same result ${count} times. Do something else, or answer.`;

function deniedByPolicy(call: ToolCall): ToolError | null {
  if (call.verdict.decision !== 'deny') return null;
  return {
    code: 'denied_by_policy',
    message: `${call.verdict.reason} The call was not executed. Do not repeat it; do it another way or say why it cannot be done.`,
  };
}

function deniedByPerson(guidance: string): ToolOutcome {
  return {
    ok: false,
    error: {
      code: 'denied_by_person',
      message: `A person refused this call and it was not executed. Their guidance: ${guidance}`,
    },
    detail: null,
  };
}

const notDecided: ToolOutcome = {
  ok: false,
  error: {
    code: 'not_decided',
    message:
      'Nobody decided about this call in time, so it was not executed. Nobody refused it: make it again if it is still needed.',
  },
  detail: null,
};

const notExecuted: ToolOutcome = {
  ok: false,
  error: {
    code: 'stopped',
    message: 'The run ended before this call was carried out.',
  },
  detail: null,
};
