import { decidedStatus } from './decisions';
import { presentation } from './presentation';
import './without-eval';
import * as z from 'zod/mini';

export const runStatus = z.enum([
  'queued',
  'calling_model',
  'awaiting_approval',
  'tool_ready',
  'tool_running',
  'outcome_unknown',
  'completed',
  'rejected',
  'expired',
  'cancelled',
  'failed',
]);

export const failureCode = z.enum([
  'step_limit',
  'time_limit',
  'malformed_replies',
  'repeated_calls',
  'provider_error',
  'model_unavailable',
  'context_exceeded',
  'tool_failed',
  'internal_error',
  'damaged_data',
]);

/** How a run ended, ready to show. `message` is one or two plain sentences; `answer` is Markdown. */
export const runOutcome = z.object({
  kind: z.enum(['completed', 'rejected', 'expired', 'cancelled', 'failed']),
  failure: z.nullable(failureCode),
  message: z.string(),
  answer: z.nullable(z.string()),
  /** Rejected: what the person wrote. */
  reason: z.nullable(z.string()),
  /** Who rejected or stopped it. */
  by: z.nullable(z.string()),
  at: z.string(),
  /** `POST /api/runs/:id/continue` can continue it with fresh limits. */
  canContinue: z.boolean(),
});

/** Tokens of one model call as its server reported them; a part that it did not report is null. */
export const tokenUsage = z.object({
  /** The complete request, cached tokens included. */
  input: z.number(),
  cached: z.nullable(z.number()),
  /** The complete reply, reasoning included. */
  output: z.number(),
  reasoning: z.nullable(z.number()),
  /** In US dollars. Null: no price is known. */
  amountUsd: z.nullable(z.number()),
});

/** Sums of several model calls. `unreported` and `unpriced` count the calls that are not in the tokens, and not in the amount. */
export const usageTotal = z.object({
  calls: z.number(),
  unreported: z.number(),
  input: z.number(),
  cached: z.number(),
  output: z.number(),
  reasoning: z.number(),
  amountUsd: z.nullable(z.number()),
  unpriced: z.number(),
});

/** The model call that asked for a step. */
export const modelCall = z.object({
  /** Null: the server reported no tokens. */
  usage: z.nullable(tokenUsage),
  /** Null: the reply did not stream. */
  firstTokenMs: z.nullable(z.number()),
  durationMs: z.number(),
});
export type ModelCall = z.infer<typeof modelCall>;

/** The part of a run that changes while it is active. Sent with every live event. */
export const runHeader = z.object({
  id: z.string(),
  conversationId: z.string(),
  version: z.number(),
  status: runStatus,
  /** The state in words: "Thinking", "Needs you: Write 1 line to a.txt", "Working: Run `npm test` in app/". */
  statusText: z.string(),
  isActive: z.boolean(),
  /** Events may still come: it is active, or a call that was stopped with it has no result yet. */
  expectsEvents: z.boolean(),
  /** Set while a person must decide. */
  approvalId: z.nullable(z.string()),
  /** Set while a person must say whether an interrupted call took effect. */
  unknownOutcome: z.nullable(z.object({ headline: z.string() })),
  /** Since it was started or last continued, as its limits count them. So is `activeMs`. */
  steps: z.number(),
  maxSteps: z.number(),
  /** Active time so far (model and tools) in milliseconds, at the moment of the event. */
  activeMs: z.number(),
  maxActiveMs: z.number(),
  /** Of all its parts: before it was continued, and since. */
  total: z.object({ steps: z.number(), activeMs: z.number() }),
  /** When the clock last started (ISO 8601). Null while the run waits for a person and when it has ended. */
  clockRunningSince: z.nullable(z.string()),
  /** Of all its model calls so far. Null: it made none, or is older than this figure. */
  usage: z.nullable(usageTotal),
  outcome: z.nullable(runOutcome),
});
export type RunHeader = z.infer<typeof runHeader>;

export const timelineItem = z.object({
  /** Stable within the run; an item with a known id replaces the one shown. In order of `position`. */
  id: z.string(),
  position: z.number(),
  /** `partial_reply`: text of a reply that was cut off (in `commentary`); never an answer. */
  kind: z.enum(['call', 'malformed_reply', 'decision', 'notice', 'partial_reply']),
  /** The step it belongs to; null for notices outside any step. */
  step: z.nullable(z.number()),
  status: z.enum(['running', 'waiting', 'done', 'failed', 'denied', 'stopped', 'unknown']),
  /** One line in the server's words: "Read notes/plan.md". */
  headline: z.string(),
  /** The parts of the headline that name files of the workspace, in order. */
  links: z.optional(z.array(z.object({ start: z.number(), end: z.number(), path: z.string() }))),
  /** A few words: "3 KB", or the problem. */
  summary: z.nullable(z.string()),
  /** Status `done` with a result to check: "Ended with exit code 1". */
  warning: z.nullable(z.string()),
  durationMs: z.nullable(z.number()),
  /** The model's own words around the call; mark them as such. */
  commentary: z.nullable(z.string()),
  /** The model that asked for this, as its server reports it, where that is not the run's model. */
  answeredBy: z.nullable(z.string()),
  /** Kind `call`: the model call that asked for it. Null: nothing is known about it. */
  modelCall: z.nullable(modelCall),
  at: z.string(),
  /** `GET /api/runs/:id/calls/:itemId` has more to show. */
  hasDetail: z.boolean(),
  /** The decision and its author (kind `decision`). */
  decision: z.nullable(
    z.object({
      approvalId: z.string(),
      decision: decidedStatus,
      by: z.string(),
      reason: z.nullable(z.string()),
    }),
  ),
});
export type TimelineItem = z.infer<typeof timelineItem>;

/** A file that a run created, changed, moved or deleted, over all its calls. */
export const changedFile = z.object({
  /** Where it is now, or where it was before the run deleted it. */
  path: z.string(),
  /** `written`: the server does not know whether it existed before. `temporary`: created by this run and deleted again. */
  change: z.enum(['created', 'written', 'changed', 'moved', 'deleted', 'temporary']),
  /** Where it was before the run moved it; null when it did not. */
  movedFrom: z.nullable(z.string()),
  /** Lines; null when the content is not text. */
  addedLines: z.nullable(z.number()),
  removedLines: z.nullable(z.number()),
  /** The calls that changed it, oldest first: their details hold the change as executed. */
  callIds: z.array(z.string()),
});
export type ChangedFile = z.infer<typeof changedFile>;

/** The files of an ended run in the workspace. */
export const runFiles = z.object({
  changed: z.array(changedFile),
  /** Paths that the answer names and that exist now. */
  mentioned: z.array(z.string()),
});
export type RunFiles = z.infer<typeof runFiles>;

/** `message`: a sentence without a full stop. `isWork`: the wait counts as active time. */
const waited = z.object({ message: z.string(), since: z.string(), isWork: z.boolean() });

export const runView = z.object({
  header: runHeader,
  /** The workflow's title, or "Message". */
  title: z.string(),
  workflowId: z.nullable(z.string()),
  kind: z.enum(['agent', 'direct']),
  /** The form's values, ready to show. */
  values: z.array(
    z.object({
      label: z.string(),
      value: z.string(),
      /** Set for a path of the workspace. */
      path: z.optional(z.string()),
    }),
  ),
  /** The form's exact values, for running again. */
  parameters: z.record(z.string(), z.unknown()),
  /** The message that started it; null when a form did. */
  message: z.nullable(z.string()),
  startedBy: z.string(),
  createdAt: z.string(),
  modelName: z.string(),
  /** The model that was picked for it. Null: none was. */
  pickedModelId: z.nullable(z.string()),
  timeline: z.array(timelineItem),
  /** The text so far of the reply that is streaming now. */
  streamingText: z.string(),
  /** What is waited for: the model's server, or another run. */
  wait: z.optional(z.nullable(waited)),
  /** Once it has ended. */
  files: z.optional(runFiles),
});
export type RunView = z.infer<typeof runView>;

export const callDetail = z.object({
  headline: z.string(),
  /** The exact parameters, decoded. `layers` > 0: unwrapped from that many layers of JSON text. */
  parameters: z.array(z.object({ name: z.string(), label: z.string(), value: z.string() })),
  layers: z.number(),
  preview: z.array(presentation),
  result: z.nullable(presentation),
  error: z.nullable(z.object({ code: z.string(), message: z.string() })),
});
export type CallDetail = z.infer<typeof callDetail>;

/**
 * Server-sent events of one run. `snapshot` comes first on a fresh connection, and the text of the reply in flight after it; after a reconnection with
 * `Last-Event-ID` the missed stored events come instead. `event` messages are stored before they are
 * sent and their SSE id is the run's version after them: 1, 2, 3 … without a gap. `text`, `text_reset` and `waiting` are
 * not stored and carry no id: `text` is appended to `streamingText`, `text_reset` clears it (as does any `event`). `waiting` replaces `wait`, which any `event` ends; one that goes on is told again.
 * `outage` says why nothing can be saved for now (null: everything is saved again); it is about the server, not about the run.
 */
export const runLiveMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('snapshot'), run: runView }),
  z.object({
    type: z.literal('event'),
    version: z.number(),
    name: z.string(),
    at: z.string(),
    header: runHeader,
    /** Items that are new or changed. */
    items: z.array(timelineItem),
    /** With the event that ends the run, and with those after it. */
    files: z.optional(runFiles),
  }),
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('text_reset') }),
  z.object({
    type: z.literal('waiting'),
    wait: z.nullable(waited),
  }),
  z.object({ type: z.literal('outage'), problem: z.nullable(z.string()) }),
]);
export type RunLiveMessage = z.infer<typeof runLiveMessage>;
