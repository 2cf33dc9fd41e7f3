import { z } from 'zod';
import { oneTimeCodeKinds } from '../../domain/account';
import { auditKinds } from '../../domain/audit-entry';
import type { ApprovalStatus, DecisionName } from '../../domain/decision';
import { roleNames } from '../../domain/role';
import { needsDriver, type Run } from '../../domain/run';
import { tokenScopes } from '../../domain/token-scope';
import type { Risk, Verdict } from '../../domain/verdict';
import type {
  ActorId,
  ApiTokenId,
  ApprovalId,
  AuditEntryId,
  CallId,
  ConversationId,
  OneTimeCodeId,
  RunId,
  SessionId,
} from '../../shared/ids';
import { runStatuses } from '../../shared/run-names';
import {
  storedModelChecks,
  storedModels,
  storedMove,
  storedOneModel,
  storedOwnerToken,
  storedRetention,
  storedSharedSecret,
  storedSigning,
  storedWorkspaceMarker,
} from './stored-settings';
import {
  boundModel,
  jsonObject,
  names,
  presentations,
  ruleCondition,
  runEvent,
  runState,
  signers,
  toolCalls,
  toolOutcome,
  transcriptMessages,
  usageEntries,
} from './stored-shapes';

/**
 * An id is a string, and only its type promises the prefix. Bytes that are not UTF-8 arrive as U+FFFD, and
 * an id with them finds nothing.
 */
const id = <Id extends string>() =>
  z
    .string()
    .min(1)
    .refine((text) => !text.includes('\ufffd'), 'it is not UTF-8') as unknown as z.ZodType<Id>;
const oneOf = <Name extends string>(all: Record<Name, true>) => z.enum(Object.keys(all) as [Name, ...Name[]]);
const count = z.int().nonnegative();
const fromOne = z.int().positive();
const text = z.string();
const time = z.date();
/** A row of an older version lacks the column, and a prepared read returns the number that SQLite stores. */
const flag = z
  .union([z.boolean(), z.literal([0, 1])])
  .transform(Boolean)
  .default(false);

/** Reads a text column that holds JSON of this shape. */
const json = <Shape>(shape: z.ZodType<Shape>) =>
  z
    .string()
    .transform((stored, context): unknown => {
      try {
        return JSON.parse(stored);
      } catch {
        context.addIssue('it is not JSON');
        return z.NEVER;
      }
    })
    .pipe(shape);

const kinds: Record<Run['kind'], true> = { agent: true, direct: true };
const risks: Record<Risk, true> = { low: true, medium: true, high: true };
const verdictDecisions: Record<Verdict['decision'], true> = { allow: true, ask: true, deny: true };
export const approvalStatuses: Record<ApprovalStatus, true> = {
  pending: true,
  approved: true,
  glass_broken: true,
  rejected: true,
  rejected_with_guidance: true,
  expired: true,
  withdrawn: true,
};
const decisionNames: Record<DecisionName, true> = {
  approve: true,
  break_glass: true,
  reject: true,
  reject_with_guidance: true,
};

const runColumns = z.object({
  id: id<RunId>(),
  conversationId: id<ConversationId>(),
  workspaceId: text,
  workflowId: text.nullable(),
  workflowRevision: text.nullish(),
  kind: oneOf(kinds),
  title: text,
  parametersJson: json(jsonObject),
  toolsJson: json(names),
  planJson: json(toolCalls),
  modelName: text,
  modelJson: json(boundModel).nullable(),
  startedById: id<ActorId>(),
  requestHash: text.nullish(),
  maxSteps: fromOne,
  maxActiveMs: fromOne,
  maxMalformedReplies: fromOne,
  approvalExpiresAfterMs: fromOne.nullable(),
  signersJson: json(signers).nullish(),
  version: count,
  status: z.enum(runStatuses),
  stateJson: json(runState),
  steps: count,
  activeMs: count,
  malformedReplies: count,
  rejectedCallHashesJson: json(names),
  usageJson: json(usageEntries).nullable(),
  createdAt: time,
  updatedAt: time,
  leaseUntil: time.nullish(),
  heartbeatAt: time.nullish(),
});

/**
 * Describes the rows of every table as this version and older ones write them. It also parses text columns
 * that end in "Json".
 */
/** A link of these two kinds says for whom it is. */
const invited = z.object({ email: text, role: z.enum(roleNames) });
const resetting = z.object({ actorId: id<ActorId>(), email: text });

export const storedRows = {
  Actor: z.object({ id: id<ActorId>(), name: text, role: text }),
  Server: z.object({
    id: id<string>(),
    name: text.nullish(),
    address: text.nullish(),
    host: text,
    processId: count,
    version: text,
    startedAt: time,
    heartbeatAt: time,
    isDraining: flag,
    activeRuns: count,
    waitingRuns: count,
  }),
  Session: z.object({
    id: id<SessionId>(),
    actorId: id<ActorId>(),
    tokenHash: text,
    keyHash: text,
    device: text,
    createdAt: time,
    lastSeenAt: time,
  }),
  ApiToken: z.object({
    id: id<ApiTokenId>(),
    actorId: id<ActorId>(),
    name: text,
    scope: z.enum(tokenScopes),
    tokenHash: text,
    createdAt: time,
    expiresAt: time,
    lastUsedAt: time.nullable(),
  }),
  SignInLink: z.object({
    codeHash: text,
    actorId: id<ActorId>(),
    createdAt: time,
    expiresAt: time,
    usedAt: time.nullable(),
  }),
  Account: z.object({
    actorId: id<ActorId>(),
    email: text,
    emailKey: text,
    passwordHash: text.nullable(),
    providerId: text.nullable(),
    createdAt: time,
  }),
  Passkey: z.object({
    id: id(),
    actorId: id<ActorId>(),
    name: text,
    publicKey: text,
    counter: count,
    createdAt: time,
    lastUsedAt: time.nullable(),
  }),
  OneTimeCode: z
    .object({
      id: id<OneTimeCodeId>(),
      codeHash: text,
      kind: z.enum(oneTimeCodeKinds),
      dataJson: json(jsonObject),
      createdById: id<ActorId>(),
      createdAt: time,
      expiresAt: time,
      usedAt: time.nullable(),
    })
    .refine(
      ({ kind, dataJson }) =>
        (kind !== 'invitation' || invited.safeParse(dataJson).success) &&
        (kind !== 'reset' || resetting.safeParse(dataJson).success),
      { path: ['dataJson'], message: 'it does not say for whom it is' },
    ),
  SignInTry: z.object({ emailHash: text, failures: count, lastAt: time, lockedUntil: time.nullable() }),
  Conversation: z.object({
    id: id<ConversationId>(),
    title: text,
    activeRunId: id<RunId>().nullable(),
    createdById: id<ActorId>(),
    workspaceId: text,
    isPrivate: flag,
    createdAt: time,
    updatedAt: time,
    deletedAt: time.nullable(),
  }),
  SearchText: z.object({ id: id(), conversationId: id<ConversationId>(), text }),
  Message: z.object({
    id: id(),
    conversationId: id<ConversationId>(),
    runId: id<RunId>().nullable(),
    author: z.enum(['person', 'assistant']),
    text,
    createdById: id<ActorId>(),
    createdAt: time,
  }),
  Run: runColumns.refine(
    ({ status, stateJson: { status: now } }) => status === now || (needsDriver(status) && needsDriver(now)),
    {
      path: ['status'],
      message: 'it is not the status of stateJson',
    },
  ),
  Usage: z.object({
    runId: id<RunId>(),
    quarter: time,
    model: text,
    workflowId: text.nullable(),
    workspaceId: text,
    calls: count,
    unreported: count,
    input: count,
    cached: count,
    output: count,
    reasoning: count,
    amountUsd: z.number().nonnegative().nullable(),
    unpriced: count,
  }),
  DriveRequest: z.object({ runId: id<RunId>(), requestedAt: time }),
  RunEvent: z
    .object({
      runId: id<RunId>(),
      version: fromOne,
      type: text,
      payloadJson: json(runEvent),
      actorId: id<ActorId>(),
      at: time,
    })
    .refine(({ type, payloadJson }) => type === payloadJson.type, {
      path: ['type'],
      message: 'it is not the type of payloadJson',
    }),
  ToolCall: z.object({
    id: id<CallId>(),
    runId: id<RunId>(),
    step: count,
    tool: text,
    parametersJson: json(jsonObject),
    layers: count,
    hash: text,
    headline: text,
    outcomeJson: json(toolOutcome).nullable(),
    requestedAt: time,
    finishedAt: time.nullable(),
  }),
  CallPreview: z.object({ callId: id<CallId>(), previewJson: json(presentations) }),
  Approval: z.object({
    id: id<ApprovalId>(),
    runId: id<RunId>(),
    conversationId: id<ConversationId>(),
    callId: id<CallId>(),
    callHash: text.min(1),
    status: oneOf(approvalStatuses),
    headline: text,
    searchText: text.nullish(),
    risk: oneOf(risks),
    riskReason: text,
    commentary: text,
    requestedAt: time,
    expiresAt: time.nullable(),
    decidedAt: time.nullable(),
    decidedById: id<ActorId>().nullable(),
    reason: text.nullable(),
    signerRole: z.enum(roleNames).nullish(),
    barredSignerId: id<ActorId>().nullish(),
  }),
  ApprovalDecision: z.object({
    approvalId: id<ApprovalId>(),
    number: fromOne,
    actorId: id<ActorId>(),
    decision: oneOf(decisionNames),
    words: text.nullable(),
    digest: text.nullable(),
    at: time,
  }),
  SystemPrompt: z.object({ id: id(), title: text }),
  SystemPromptVersion: z.object({
    promptId: id(),
    version: fromOne,
    text,
    createdById: id<ActorId>(),
    createdAt: time,
  }),
  PromptSnapshot: z.object({
    runId: id<RunId>(),
    // A run that asks no model has an empty id and version 0.
    systemPromptId: text,
    systemPromptVersion: count,
    messagesJson: json(transcriptMessages),
  }),
  WorkflowRevision: z.object({ workflowId: id(), revision: id(), source: text, firstUsedAt: time }),
  Rule: z
    .object({
      id: id<`rul_${string}`>(),
      conditionJson: json(ruleCondition),
      decision: oneOf(verdictDecisions),
      signatures: fromOne,
      minimumRisk: oneOf(risks),
      reason: text,
      createdById: id<ActorId>(),
      createdAt: time,
      revokedAt: time.nullable(),
    })
    .refine(({ id: ruleId }) => ruleId.startsWith('rul_'), { path: ['id'], message: 'it is no id of a rule' })
    .refine(({ decision, conditionJson: { tool } }) => decision !== 'allow' || tool !== undefined, {
      path: ['conditionJson'],
      message: 'it is for every tool',
    }),
  AuditEntry: z.object({
    id: id<AuditEntryId>(),
    at: time,
    actorId: id<ActorId>(),
    kind: z.enum(auditKinds),
    objectId: text.nullable(),
    subject: text,
    before: text.nullable(),
    after: text.nullable(),
    isPrivate: flag,
    workspaceId: text.nullish(),
  }),
  Setting: z.object({
    key: id(),
    valueJson: json(
      z.union([
        storedModels,
        storedModelChecks,
        storedSigning,
        storedRetention,
        storedOwnerToken,
        storedSharedSecret,
        storedMove,
        storedWorkspaceMarker,
        storedOneModel,
      ]),
    ),
    updatedById: id<ActorId>(),
    updatedAt: time,
  }),
};

export type StoredTable = keyof typeof storedRows;

/** Lists show these columns of a run. */
export const ofRun = runColumns.pick({
  title: true,
  startedById: true,
  stateJson: true,
});
export const ofRunInRequest = ofRun.extend({ maxSteps: fromOne });
export const ofWaitingRun = ofRun.extend({ updatedAt: time });
export const withRun = storedRows.Approval.pick({ id: true, runId: true });
export const withHeadline = storedRows.Approval.pick({ id: true, headline: true });
export const ofConversationInRequest = storedRows.Conversation.pick({
  title: true,
  createdById: true,
  workspaceId: true,
  isPrivate: true,
});
export const withIdAndTitle = storedRows.Conversation.pick({ id: true, title: true });
export const withCreator = storedRows.Conversation.pick({ createdById: true });
export const withStarter = runColumns.pick({ startedById: true });
export const withId = runColumns.pick({ id: true });
export const withState = runColumns.pick({ workflowId: true, startedById: true, stateJson: true });
export const withParameters = runColumns.pick({ createdAt: true, parametersJson: true });
