import { failureCodes, runStatuses } from '../shared/run-names';
import { decidedStatus } from './decisions';
import { presentation } from './presentation';
import './without-eval';
import * as z from 'zod/mini';

export const runStatus = z.enum(runStatuses);

export const failureCode = z.enum(failureCodes);

/** Says how a run ended, ready to show. `message` is one or two plain sentences; `answer` is Markdown. */
export const runOutcome = z.object({
  kind: z.enum(['completed', 'rejected', 'expired', 'cancelled', 'failed']),
  failure: z.nullable(failureCode),
  message: z.string(),
  answer: z.nullable(z.string()),
  /** The person who rejected the call wrote this. */
  reason: z.nullable(z.string()),
  /** Names the person who rejected or stopped the run. */
  by: z.nullable(z.string()),
  at: z.string(),
  /** `POST /api/runs/:id/continue` can continue the run with fresh limits. */
  canContinue: z.boolean(),
});

/** Counts the tokens of one model call as its server reported them. A part that it did not report is null. */
export const tokenUsage = z.object({
  /** Counts the complete request, cached tokens included. */
  input: z.number(),
  cached: z.nullable(z.number()),
  /** Counts the complete reply, reasoning included. */
  output: z.number(),
  reasoning: z.nullable(z.number()),
  /** This is in US dollars. Null means that no price is known. */
  amountUsd: z.nullable(z.number()),
});

/**
 * Adds up several model calls. `unreported` counts the calls that are not in the tokens, `unpriced` those
 * that are not in the amount.
 */
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

/** This model call asked for a step. */
export const modelCall = z.object({
  /** Null means that the server reported no tokens. */
  usage: z.nullable(tokenUsage),
  /** Null means that the reply did not stream. */
  firstTokenMs: z.nullable(z.number()),
  durationMs: z.number(),
});
export type ModelCall = z.infer<typeof modelCall>;

/** This is the risk of a call, from the least. */
export const risk = z.enum(['low', 'medium', 'high']);
export type Risk = z.infer<typeof risk>;

/** This part of a run changes while the run is active. Every live event carries it. */
export const runHeader = z.object({
  id: z.string(),
  conversationId: z.string(),
  version: z.number(),
  status: runStatus,
  /**
   * Says the state in words, for those who may answer what the run waits for: "Thinking", "Needs you: Write 1
   * line to a.txt", "Working: Run `npm test` in app/".
   */
  statusText: z.string(),
  isActive: z.boolean(),
  /** Events may still come: the run is active, or a call that was stopped with it has no result yet. */
  expectsEvents: z.boolean(),
  /** This is set while a person must decide. */
  approvalId: z.nullable(z.string()),
  /** This is set while a person must say whether an interrupted call took effect. */
  unknownOutcome: z.nullable(z.object({ headline: z.string(), risk })),
  /**
   * The count begins when the run is started or continued, as the count of its limit does. The count of
   * `activeMs` begins then, too.
   */
  steps: z.number(),
  maxSteps: z.number(),
  /** Adds up the active time (model and tools) in milliseconds, at the moment of the event. */
  activeMs: z.number(),
  maxActiveMs: z.number(),
  /** Adds up all parts of the run: before it was continued, and since. */
  total: z.object({ steps: z.number(), activeMs: z.number() }),
  /**
   * The clock last started at this time (ISO 8601). It is null while the run waits for a person and when it
   * has ended.
   */
  clockRunningSince: z.nullable(z.string()),
  /** Adds up all model calls so far. Null means that the run made none, or is older than this figure. */
  usage: z.nullable(usageTotal),
  outcome: z.nullable(runOutcome),
});
export type RunHeader = z.infer<typeof runHeader>;

export const timelineItem = z.object({
  /**
   * The id is stable within the run: an item with a known id replaces the one shown. Items are in order of
   * `position`.
   */
  id: z.string(),
  position: z.number(),
  /** `partial_reply` is the text of a reply that was cut off (in `commentary`), never an answer. */
  kind: z.enum(['call', 'malformed_reply', 'decision', 'notice', 'partial_reply']),
  /** Names the step that the item belongs to. It is null for notices outside any step. */
  step: z.nullable(z.number()),
  status: z.enum(['running', 'waiting', 'done', 'failed', 'denied', 'stopped', 'unknown']),
  /** Uses the server's words, on one line: "Read notes/plan.md". */
  headline: z.string(),
  /** Marks the parts of the headline that name files of the workspace, in order. */
  links: z.optional(z.array(z.object({ start: z.number(), end: z.number(), path: z.string() }))),
  /** Says a few words: "3 KB", or the problem. */
  summary: z.nullable(z.string()),
  /** Says what a person should check in a result with status `done`: "Ended with exit code 1". */
  warning: z.nullable(z.string()),
  durationMs: z.nullable(z.number()),
  /** Holds the model's own words around the call. A page marks them as such. */
  commentary: z.nullable(z.string()),
  /** Names the model that asked for this, as its server reports it, where that is not the run's model. */
  answeredBy: z.nullable(z.string()),
  /** This model call asked for an item of kind `call`. Null means that nothing is known about it. */
  modelCall: z.nullable(modelCall),
  at: z.string(),
  /** `GET /api/runs/:id/calls/:itemId` has more to show. */
  hasDetail: z.boolean(),
  /** Holds the decision and its author (kind `decision`). */
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

/** A run created, changed, moved or deleted this file, over all its calls. */
export const changedFile = z.object({
  /** Says where the file is now, or where it was before the run deleted it. */
  path: z.string(),
  /**
   * `written` means that the server does not know whether the file existed before. `temporary` means that
   * this run created it and deleted it again.
   */
  change: z.enum(['created', 'written', 'changed', 'moved', 'deleted', 'temporary']),
  /** Says where the file was before the run moved it. It is null for a file that the run did not move. */
  movedFrom: z.nullable(z.string()),
  /** Counts lines. It is null when the content is not text. */
  addedLines: z.nullable(z.number()),
  removedLines: z.nullable(z.number()),
  /** Names the calls that changed the file, oldest first. Their details hold the change as executed. */
  callIds: z.array(z.string()),
});
export type ChangedFile = z.infer<typeof changedFile>;

/** Lists the files of an ended run in the workspace. */
export const runFiles = z.object({
  changed: z.array(changedFile),
  /** The answer names these paths, and they exist now. */
  mentioned: z.array(z.string()),
});
export type RunFiles = z.infer<typeof runFiles>;

/**
 * `message` is a sentence without a period. `isWork` means that the wait counts as active time. `place` is the
 * run's place in the line of runs that wait for others to finish: 1 is next.
 */
const waited = z.object({
  message: z.string(),
  since: z.string(),
  isWork: z.boolean(),
  place: z.optional(z.number()),
});

export const runView = z.object({
  header: runHeader,
  /** Holds the workflow's title, or "Message". */
  title: z.string(),
  workflowId: z.nullable(z.string()),
  kind: z.enum(['agent', 'direct']),
  /** Holds the form's values, ready to show. */
  values: z.array(
    z.object({
      label: z.string(),
      value: z.string(),
      /** This is set for a path of the workspace. */
      path: z.optional(z.string()),
    }),
  ),
  /** Holds the form's exact values, for running again. */
  parameters: z.record(z.string(), z.unknown()),
  /** This message started the run. It is null when a form did. */
  message: z.nullable(z.string()),
  startedBy: z.string(),
  /** This is the starter’s id, as `GET /api/me` gives the reader’s. It is empty when it cannot be read. */
  startedById: z.string(),
  createdAt: z.string(),
  modelName: z.string(),
  /** Says why the person who asks may not start such a run, and so may not continue it. */
  whyNotStart: z.nullable(z.string()),
  /** A person or a file picked this model for the run. Null means that none was picked. */
  pickedModelId: z.nullable(z.string()),
  timeline: z.array(timelineItem),
  /** Holds the text so far of the reply that is streaming now. */
  streamingText: z.string(),
  /** Names what the run waits for: the model's server, or another run. */
  wait: z.optional(z.nullable(waited)),
  /** This is set once the run has ended. */
  files: z.optional(runFiles),
});
export type RunView = z.infer<typeof runView>;

export const callDetail = z.object({
  headline: z.string(),
  /**
   * Holds the exact parameters, decoded. When `layers` is above 0, they were unwrapped from that many layers
   * of JSON text.
   */
  parameters: z.array(z.object({ name: z.string(), label: z.string(), value: z.string() })),
  layers: z.number(),
  preview: z.array(presentation),
  result: z.nullable(presentation),
  error: z.nullable(z.object({ code: z.string(), message: z.string() })),
});
export type CallDetail = z.infer<typeof callDetail>;

/**
 * The server sends these events of one run. A fresh connection begins with `snapshot`, then the text of the
 * reply in flight. A reconnection with `Last-Event-ID` gets the missed stored events instead. The server
 * stores `event` messages before it sends them. Their SSE id is the run's version after them: 1, 2, 3 …
 * without a gap. `text`, `text_reset` and `waiting` are not stored and carry no id. `text` is appended to
 * `streamingText`; `text_reset` clears it, as does any `event`. `waiting` replaces `wait`, which any `event`
 * ends; the server repeats a wait that goes on. `outage` says why nothing can be saved for now (null:
 * everything is saved again). It is about the server, not about the run.
 */
export const runLiveMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('snapshot'), run: runView }),
  z.object({
    type: z.literal('event'),
    version: z.number(),
    name: z.string(),
    at: z.string(),
    header: runHeader,
    /** These items are new or changed. */
    items: z.array(timelineItem),
    /** The event that ends the run carries the files, and so do those after it. */
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
