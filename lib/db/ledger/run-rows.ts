import type { Presentation } from '../../domain/presentation';
import type { Run } from '../../domain/run';
import type { RecordedEvent, RunEvent } from '../../domain/run-event';
import type { ToolCall, ToolOutcome } from '../../domain/tool-call';
import type { RunId } from '../../shared/ids';
import type {
  RunEvent as RunEventRow,
  Run as RunRow,
  ToolCall as ToolCallRow,
  Usage as UsageRow,
} from '../generated/client';
import type { NewCall, RunColumns } from '../ports/run-writer.port';
import { readRow } from '../rows/read-row';

/** Builds a run from its row. Throws if the row does not have its shape (`readRow`). */
export function toRun(row: RunRow): Run {
  const run = readRow('Run', row);
  return {
    id: run.id,
    conversationId: run.conversationId,
    workspaceId: run.workspaceId,
    workflowId: run.workflowId,
    kind: run.kind,
    title: run.title,
    parameters: run.parametersJson,
    startedBy: run.startedById,
    createdAt: run.createdAt,
    modelName: run.modelName,
    model: run.modelJson,
    tools: run.toolsJson,
    plan: run.planJson,
    limits: {
      maxSteps: run.maxSteps,
      maxActiveMs: run.maxActiveMs,
      maxMalformedReplies: run.maxMalformedReplies,
    },
    approvalExpiresAfterMs: run.approvalExpiresAfterMs,
    signers: run.signersJson ?? null,
    version: run.version,
    state: run.stateJson,
    steps: run.steps,
    activeMs: run.activeMs,
    malformedReplies: run.malformedReplies,
    rejectedCallHashes: run.rejectedCallHashesJson,
    usage: run.usageJson ?? [],
    updatedAt: run.updatedAt,
  };
}

export function toMutableColumns(run: Run): RunColumns {
  return {
    version: run.version,
    modelName: run.modelName,
    modelJson: run.model && JSON.stringify(run.model),
    status: run.state.status,
    stateJson: JSON.stringify(run.state),
    steps: run.steps,
    activeMs: Math.round(run.activeMs),
    malformedReplies: run.malformedReplies,
    rejectedCallHashesJson: JSON.stringify(run.rejectedCallHashes),
    usageJson: JSON.stringify(run.usage),
    updatedAt: run.updatedAt,
  };
}

export function toRunRow(run: Run) {
  return {
    id: run.id,
    conversationId: run.conversationId,
    workspaceId: run.workspaceId,
    workflowId: run.workflowId,
    kind: run.kind,
    title: run.title,
    parametersJson: JSON.stringify(run.parameters),
    toolsJson: JSON.stringify(run.tools),
    planJson: JSON.stringify(run.plan),
    startedById: run.startedBy,
    maxSteps: run.limits.maxSteps,
    maxActiveMs: run.limits.maxActiveMs,
    maxMalformedReplies: run.limits.maxMalformedReplies,
    approvalExpiresAfterMs: run.approvalExpiresAfterMs,
    signersJson: run.signers && JSON.stringify(run.signers),
    createdAt: run.createdAt,
    ...toMutableColumns(run),
  };
}

/** A column of type `Int` holds at most this. */
const mostCounted = 2 ** 31 - 1;

/** Builds the rows of *Usage* after this state of the run. */
export function toUsageRows({ id: runId, workflowId, workspaceId, usage }: Run): UsageRow[] {
  return usage.map(({ quarter, input, cached, output, reasoning, ...entry }) => ({
    runId,
    workflowId,
    workspaceId,
    quarter: new Date(quarter),
    input: Math.min(input, mostCounted),
    cached: Math.min(cached, mostCounted),
    output: Math.min(output, mostCounted),
    reasoning: Math.min(reasoning, mostCounted),
    ...entry,
  }));
}

/** Builds the row of a call that has not started yet. */
export function toCallRow(runId: RunId, call: ToolCall, requestedAt: Date): ToolCallRow {
  return {
    id: call.id,
    runId,
    step: call.step,
    tool: call.tool,
    parametersJson: JSON.stringify(call.parameters),
    layers: call.layers,
    hash: call.hash,
    headline: call.headline,
    outcomeJson: null,
    requestedAt,
    finishedAt: null,
  };
}

/** Builds the same row with the preview that a person sees. */
export function toNewCall(runId: RunId, call: ToolCall, preview: Presentation[], requestedAt: Date): NewCall {
  return { row: toCallRow(runId, call, requestedAt), previewJson: JSON.stringify(preview) };
}

/** `keepsDetails` means that no row of a call can hold the details. */
export function toEventRow(
  runId: RunId,
  recorded: RecordedEvent,
  { keepsDetails = false } = {},
): RunEventRow {
  return {
    runId,
    version: recorded.version,
    type: recorded.event.type,
    payloadJson: JSON.stringify(keepsDetails ? recorded.event : withoutDetails(recorded.event)),
    actorId: recorded.by,
    at: recorded.at,
  };
}

/** Throws if the row does not have its shape (`readRow`). */
export function toRecordedEvent(row: RunEventRow): RecordedEvent {
  const { version, at, actorId, payloadJson } = readRow('RunEvent', row);
  return { version, at, by: actorId, event: payloadJson };
}

/**
 * Leaves out details that only a person opens. The call's row stores them, so that reading a long ledger
 * stays cheap.
 */
function withoutDetails(event: RunEvent): RunEvent {
  if (event.type === 'tool_call_requested' || event.type === 'call_replaced')
    return { ...event, preview: [] };
  if (event.type === 'approval_decided' && event.reshown)
    return { ...event, reshown: { ...event.reshown, preview: [] } };
  if (event.type !== 'tool_finished') return event;
  const { outcome } = event;
  if (!outcome.ok) return { ...event, outcome: { ...outcome, detail: null } };
  const detail = showsWhatTheModelRead(outcome) ? { ...outcome.detail, text: '' } : noDetail;
  return { ...event, outcome: { ...outcome, detail } };
}

const noDetail = { kind: 'text', title: '', text: '', language: null } as const;

type Succeeded = Extract<ToolOutcome, { ok: true }>;

/**
 * Tells whether a person can open only the text that the model reads. The event then stores this text once.
 */
function showsWhatTheModelRead(
  outcome: Succeeded,
): outcome is Succeeded & { detail: Extract<Presentation, { kind: 'text' }> } {
  return outcome.detail.kind === 'text' && outcome.detail.text === outcome.modelText;
}

/** Tells whether the event of this outcome holds everything that a person can open. */
export function isToldByEvent(outcome: ToolOutcome): boolean {
  return outcome.ok ? showsWhatTheModelRead(outcome) : outcome.detail === null;
}

/**
 * Keeps the parts of an outcome that a person may open, for the call's row. The event stores the text that
 * the model reads, so the row does not.
 */
export function toShownOutcome(outcome: ToolOutcome): ToolOutcome {
  return outcome.ok ? { ...outcome, modelText: '' } : outcome;
}

/** Restores the outcome of a call without a row from its event, which holds all of it. */
export function toToldOutcome(outcome: ToolOutcome): ToolOutcome {
  if (!outcome.ok || outcome.detail.kind !== 'text' || outcome.detail.text !== '') return outcome;
  return { ...outcome, detail: { ...outcome.detail, text: outcome.modelText } };
}
