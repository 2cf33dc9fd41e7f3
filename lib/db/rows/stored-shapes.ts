import { z } from 'zod';
import { presentation } from '../../contracts/presentation';
import type { AddedRule } from '../../domain/added-rule';
import type { BoundModel } from '../../domain/bound-model';
import type { ApprovalDecision, DecisionName } from '../../domain/decision';
import { roleNames } from '../../domain/role';
import type { RunState, RunStatus } from '../../domain/run';
import type { RunEvent } from '../../domain/run-event';
import type { Signers } from '../../domain/signers';
import { type ToolCall, type ToolError, type ToolOutcome, toolErrorCodes } from '../../domain/tool-call';
import type { TranscriptMessage } from '../../domain/transcript';
import type { TokenUsage, UsageEntry } from '../../domain/usage';
import type { Verdict } from '../../domain/verdict';
import type { ActorId, ApprovalId, ErrorId } from '../../shared/ids';
import { isJsonObject, type JsonObject } from '../../shared/json';
import { failureCodes } from '../../shared/run-names';

/** An id is a string, and only its type promises the prefix. */
const id = <Id extends string>() => z.string() as unknown as z.ZodType<Id>;

/** Takes the object as it is, to the last key, because an approval is bound to exactly these parameters. */
export const jsonObject = z.custom<JsonObject>(isJsonObject);
export const names: z.ZodType<string[]> = z.array(z.string());

export const usageEntries: z.ZodType<UsageEntry[]> = z.array(
  z.object({
    quarter: z.string(),
    model: z.string(),
    calls: z.number(),
    unreported: z.number(),
    input: z.number(),
    cached: z.number(),
    output: z.number(),
    reasoning: z.number(),
    amountUsd: z.number().nullable(),
    unpriced: z.number(),
  }),
);

/** States of older versions also hold the actor's name. */
const actor = z.union([id<ActorId>(), z.object({ id: id<ActorId>() }).transform((older) => older.id)]);
const judged = {
  // Verdicts of older versions name no rule.
  ruleId: z.string().nullable().default(null),
  risk: z.enum(['low', 'medium', 'high']),
  reason: z.string(),
};

const signerFacts = { role: z.enum(roleNames).nullable(), notRequester: z.boolean() };
export const signers: z.ZodType<Signers> = z.object({
  ...signerFacts,
  count: z.int().positive(),
  startedBy: z.enum(roleNames).optional(),
});

/** Verdicts of older versions have no `signatures`: one was enough. */
const verdict: z.ZodType<Verdict> = z.discriminatedUnion('decision', [
  z.object({ decision: z.enum(['allow', 'deny']), ...judged }),
  z.object({
    decision: z.literal('ask'),
    ...judged,
    signatures: z.number().default(1),
    signers: z.object({ ...signerFacts, byRules: z.int().positive() }).optional(),
  }),
]);

/** A condition that this version does not know makes the row a damaged one. */
export const ruleCondition: z.ZodType<AddedRule['condition']> = z.strictObject({
  tool: z.string().optional(),
  workflowId: z.string().optional(),
  startedBy: id<ActorId>().optional(),
});

const toolCall: z.ZodType<ToolCall> = z.object({
  id: id<ToolCall['id']>(),
  step: z.number(),
  tool: z.string(),
  parameters: jsonObject,
  terminate: z.boolean(),
  layers: z.number(),
  hash: z.string(),
  headline: z.string(),
  verdict,
  isIdempotent: z.boolean(),
  targetFingerprint: z.string().nullable(),
});

const toolError: z.ZodType<ToolError> = z.object({
  code: z.enum(toolErrorCodes),
  message: z.string(),
});

export const toolOutcome: z.ZodType<ToolOutcome> = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    summary: z.string(),
    warning: z.string().optional(),
    modelText: z.string(),
    detail: presentation,
  }),
  z.object({ ok: z.literal(false), error: toolError, detail: z.nullable(presentation) }),
]);

export const boundModel: z.ZodType<BoundModel> = z.union([
  z.strictObject({ provider: z.string(), isPicked: z.literal(true).optional() }),
  z.object({
    provider: z.string(),
    id: z.string().optional(),
    isPicked: z.literal(true).optional(),
    baseUrl: z.string(),
    model: z.string(),
    hasKey: z.boolean(),
  }),
]);

const errorId = id<ErrorId>().nullable().default(null);

const status = <Status extends RunStatus>(name: Status) => ({ status: z.literal(name) });

/** A state without a shape does not compile. */
const stateShapes = {
  queued: z.object(status('queued')),
  calling_model: z.object(status('calling_model')),
  awaiting_approval: z.object({
    ...status('awaiting_approval'),
    call: toolCall,
    approvalId: id<ApprovalId>(),
    since: z.coerce.date(),
    // States of older versions lack this, because nothing expired then.
    expiresAt: z.coerce.date().nullable().default(null),
    // States of older versions lack this, because nobody had decided then.
    signatures: z.array(z.object({ by: id<ActorId>(), digest: z.string().nullable() })).default([]),
    isReplaced: z.literal(true).optional(),
  }),
  tool_ready: z.object({ ...status('tool_ready'), call: toolCall }),
  tool_running: z.object({ ...status('tool_running'), call: toolCall }),
  outcome_unknown: z.object({ ...status('outcome_unknown'), call: toolCall, errorId }),
  completed: z.object({
    ...status('completed'),
    answer: z.string(),
    endedBy: z.enum(['text', 'terminate', 'plan']),
  }),
  rejected: z.object({
    ...status('rejected'),
    callId: id<ToolCall['id']>(),
    reason: z.string().nullable(),
    by: actor,
  }),
  expired: z.object({ ...status('expired'), callId: id<ToolCall['id']>() }),
  cancelled: z.object({ ...status('cancelled'), by: actor }),
  failed: z.object({ ...status('failed'), code: z.enum(failureCodes), message: z.string() }),
} satisfies { [Status in RunStatus]: z.ZodType<Extract<RunState, { status: Status }>> };

const { queued, ...laterStates } = stateShapes;
export const runState: z.ZodType<RunState> = z.discriminatedUnion('status', [
  queued,
  ...Object.values(laterStates),
]);

/** A decision without a shape does not compile. */
const decisionShapes = {
  approve: z.object({ decision: z.literal('approve') }),
  break_glass: z.object({ decision: z.literal('break_glass'), reason: z.string() }),
  reject: z.object({ decision: z.literal('reject'), reason: z.string().nullable() }),
  reject_with_guidance: z.object({ decision: z.literal('reject_with_guidance'), guidance: z.string() }),
} satisfies { [Name in DecisionName]: z.ZodType<Extract<ApprovalDecision, { decision: Name }>> };

const { approve, ...refusals } = decisionShapes;
const approvalDecision: z.ZodType<ApprovalDecision> = z.discriminatedUnion('decision', [
  approve,
  ...Object.values(refusals),
]);

type EventType = RunEvent['type'];
const type = <Type extends EventType>(name: Type) => ({ type: z.literal(name) });
const callId = { callId: id<ToolCall['id']>() };
const activeMs = { activeMs: z.number() };
/** Events of older versions lack some of this. */
const workSoFar = { activeMs: z.number().default(0), partialText: z.string().default('') };
const tokenUsage: z.ZodType<TokenUsage> = z.object({
  input: z.number(),
  cached: z.number().optional(),
  output: z.number(),
  reasoning: z.number().optional(),
  amountUsd: z.number().optional(),
});
const answered = {
  ...activeMs,
  answeredBy: z.string().optional(),
  usage: tokenUsage.nullish(),
  firstTokenMs: z.number().optional(),
};
const approvalId = id<ApprovalId>();

export const runEvent: z.ZodType<RunEvent> = z.discriminatedUnion('type', [
  z.object(type('run_created')),
  z.object(type('run_started')),
  z.object({ ...type('text_replied'), text: z.string(), ...answered }),
  z.object({
    ...type('tool_call_requested'),
    call: toolCall,
    reply: z.string(),
    commentary: z.string(),
    approvalId: approvalId.nullable(),
    expiresAt: z.coerce.date().optional(),
    preview: z.array(presentation),
    foreseenError: toolError.nullable(),
    ...answered,
  }),
  z.object({
    ...type('reply_malformed'),
    code: z.string(),
    message: z.string(),
    reply: z.string(),
    says: z.string().optional(),
    asked: z.array(z.string()).optional(),
    ...answered,
  }),
  z.object({
    ...type('approval_decided'),
    approvalId,
    ...callId,
    decision: approvalDecision,
    digest: z.string().nullable().default(null),
    reshown: z
      .object({
        headline: z.string(),
        verdict,
        targetFingerprint: z.string().nullable(),
        preview: z.array(presentation),
      })
      .optional(),
  }),
  z.object({ ...type('call_replaced'), approvalId, call: toolCall, preview: z.array(presentation) }),
  z.object({ ...type('approval_expired'), approvalId, ...callId }),
  z.object({ ...type('tool_started'), ...callId }),
  z.object({
    ...type('tool_finished'),
    ...callId,
    outcome: toolOutcome,
    durationMs: z.number(),
    ...activeMs,
  }),
  z.object({ ...type('tool_rescheduled'), ...callId }),
  z.object({ ...type('outcome_lost'), ...callId, errorId, activeMs: z.number().default(0) }),
  z.object({
    ...type('outcome_settled'),
    ...callId,
    settlement: z.discriminatedUnion('choice', [
      z.object({ choice: z.literal('worked'), result: z.string() }),
      z.object({ choice: z.literal('run_again') }),
      z.object({ choice: z.literal('abort') }),
    ]),
  }),
  z.object({ ...type('active_time_recovered'), ...activeMs }),
  z.object({
    ...type('run_continued'),
    model: z.object({ name: z.string(), bound: boundModel }).optional(),
  }),
  z.object({
    ...type('history_left_out'),
    results: z.number(),
    turns: z.number(),
    // Events of older versions lack this, because results were never shortened then.
    maxCharacters: z.number().nullable().default(null),
    windowTokens: z.number(),
  }),
  z.object({
    ...type('request_refused'),
    windowTokens: z.number().nullable(),
    requestTokens: z.number().nullable(),
    message: z.string(),
    ...activeMs,
  }),
  z.object({ ...type('request_cut'), expectedTokens: z.number(), readTokens: z.number() }),
  z.object({ ...type('run_cancelled'), ...workSoFar }),
  z.object({ ...type('run_failed'), code: z.enum(failureCodes), message: z.string(), ...workSoFar }),
]);

export const presentations = z.array(presentation);
export const toolCalls = z.array(toolCall);
export const transcriptMessages: z.ZodType<TranscriptMessage[]> = z.array(
  z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }),
);
