import { inFence } from '../shared/in-fence';
import { decisions, wordsOf } from './decision';
import { toSettledOutcome } from './reduce-run';
import type { RunEvent } from './run-event';
import type { ToolCall, ToolError, ToolOutcome } from './tool-call';

export type TranscriptMessage = { role: 'system' | 'user' | 'assistant'; content: string };

/**
 * The messages for the model: those the run began with, then one or two for each event. Only ever appended
 * to, so that a provider's prompt cache hits.
 */
export type Transcript = {
  messages: readonly TranscriptMessage[];
  /** The last call, until its result is in. */
  openCall: ToolCall | null;
};

export function appendToTranscript(transcript: Transcript, event: RunEvent): Transcript {
  const { messages, openCall } = transcript;
  const closeCall = (content: string): Transcript => ({
    messages: [...messages, { role: 'user', content }],
    openCall: null,
  });
  switch (event.type) {
    case 'tool_call_requested': {
      const asked: Transcript = {
        messages: [...messages, { role: 'assistant', content: event.reply }],
        openCall: event.call,
      };
      const error = event.foreseenError ?? deniedByPolicy(event.call);
      return error ? appendResult(asked, { ok: false, error, detail: null }) : asked;
    }
    case 'reply_malformed':
      return {
        messages: [
          ...messages,
          { role: 'assistant', content: event.reply || '(empty reply)' },
          { role: 'user', content: `Error (${event.code}): ${event.message}` },
        ],
        openCall,
      };
    case 'approval_decided':
      if (!openCall || decisions[event.decision.decision].leadsTo !== 'model_tries_again') return transcript;
      return closeCall(toResultText(openCall, deniedByPerson(wordsOf(event.decision) ?? '')));
    case 'approval_expired':
      return appendResult(transcript, notDecided);
    case 'tool_finished':
      return appendResult(transcript, event.outcome);
    case 'outcome_settled':
      if (event.settlement.choice !== 'worked') return transcript;
      return appendResult(transcript, toSettledOutcome(event.settlement.result));
    case 'run_continued':
      return openCall ? closeCall(toResultText(openCall, notExecuted)) : transcript;
    default:
      return transcript;
  }
}

function appendResult(transcript: Transcript, outcome: ToolOutcome): Transcript {
  if (!transcript.openCall) return transcript;
  return {
    messages: [...transcript.messages, { role: 'user', content: toResultText(transcript.openCall, outcome) }],
    openCall: null,
  };
}

/** Plain text, in a fence that it cannot close: nothing in a result can pass for something else. */
function toResultText({ tool, step }: ToolCall, outcome: ToolOutcome): string {
  const [ending, text] = outcome.ok
    ? ['ok', outcome.modelText]
    : [`error ${outcome.error.code}`, outcome.error.message];
  return `Result: ${tool}, step ${step}, ${ending}\n${inFence(text)}`;
}

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
