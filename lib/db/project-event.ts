import type { Actor } from '../domain/actor';
import { decisions, wordsOf } from '../domain/decision';
import type { Presentation } from '../domain/presentation';
import { toSettledOutcome } from '../domain/reduce-run';
import { isTerminal, type Run } from '../domain/run';
import type { RecordedEvent, ReshownCall } from '../domain/run-event';
import type { ToolCall, ToolOutcome } from '../domain/tool-call';
import { createId } from '../shared/ids';
import { createdBy } from './created-by';
import type { WriteTransaction } from './database';
import { toSearchable } from './search-texts';

/** Writes the rows that follow from an event: its call, its approval, the answer as a message. `run` is as after the event. */
export async function projectEvent(
  transaction: WriteTransaction,
  run: Run,
  recorded: RecordedEvent,
): Promise<void> {
  const { event, at, actor } = recorded;
  switch (event.type) {
    case 'run_started':
      await insertMissingPlan(transaction, run, at);
      return;
    case 'tool_call_requested':
      await insertCall(transaction, run, event.call, event.preview, at);
      if (event.approvalId) await insertApproval(transaction, run, recorded, event.approvalId);
      if (event.foreseenError) {
        await finishCall(
          transaction,
          event.call.id,
          { ok: false, error: event.foreseenError, detail: null },
          at,
        );
      }
      return;
    case 'approval_decided':
      await recordDecision(transaction, run, recorded, event);
      if (event.reshown) await replaceShown(transaction, event.approvalId, event.callId, event.reshown);
      return;
    case 'tool_started':
      await transaction.toolCall.update({ where: { id: event.callId }, data: { startedAt: at } });
      return;
    case 'tool_finished':
      await finishCall(transaction, event.callId, event.outcome, at);
      return;
    case 'outcome_settled':
      if (event.settlement.choice === 'worked') {
        await finishCall(transaction, event.callId, toSettledOutcome(event.settlement.result), at);
      }
      return;
    case 'text_replied':
      await transaction.message.create({
        data: {
          id: createId('msg'),
          conversationId: run.conversationId,
          runId: run.id,
          author: 'assistant',
          text: event.text,
          ...createdBy(actor),
          createdAt: at,
        },
      });
      return;
    default:
      return;
  }
}

/** Every end of a run withdraws its pending request and frees the conversation for the next run. */
export async function projectState(
  transaction: WriteTransaction,
  run: Run,
  by: { actor: Actor; at: Date },
): Promise<void> {
  const ended = isTerminal(run.state.status);
  if (ended) {
    await transaction.approval.updateMany({
      where: { runId: run.id, status: 'pending' },
      data: { status: 'withdrawn', decidedAt: by.at, decidedById: by.actor.id, decidedByName: by.actor.name },
    });
    await transaction.conversation.updateMany({
      where: { id: run.conversationId, activeRunId: run.id },
      data: { activeRunId: null },
    });
  }
  await transaction.conversation.updateMany({
    where: { id: run.conversationId },
    data: { updatedAt: by.at },
  });
}

/** The rows of a plan are written with its run. Runs that an older version queued do not have them yet. */
async function insertMissingPlan(transaction: WriteTransaction, run: Run, at: Date): Promise<void> {
  if ((await transaction.toolCall.count({ where: { runId: run.id } })) > 0) return;
  for (const call of run.plan) await insertCall(transaction, run, call, [], at);
}

export async function insertCall(
  transaction: WriteTransaction,
  run: Run,
  call: ToolCall,
  preview: Presentation[],
  requestedAt: Date,
): Promise<void> {
  await transaction.toolCall.create({
    data: {
      id: call.id,
      runId: run.id,
      step: call.step,
      tool: call.tool,
      parametersJson: JSON.stringify(call.parameters),
      layers: call.layers,
      hash: call.hash,
      headline: call.headline,
      previewJson: JSON.stringify(preview),
      requestedAt,
    },
  });
}

async function insertApproval(
  transaction: WriteTransaction,
  run: Run,
  { event, at }: RecordedEvent,
  approvalId: string,
): Promise<void> {
  if (event.type !== 'tool_call_requested') return;
  const { call } = event;
  await transaction.approval.create({
    data: {
      id: approvalId,
      runId: run.id,
      conversationId: run.conversationId,
      callId: call.id,
      callHash: call.hash,
      status: 'pending',
      headline: call.headline,
      searchText: toSearchable(call.headline),
      risk: call.verdict.risk,
      riskReason: call.verdict.reason,
      commentary: event.commentary,
      requestedAt: at,
    },
  });
}

type Decided = Extract<RecordedEvent['event'], { type: 'approval_decided' }>;

/** Adds a decision. The approval's own row changes when the run waits no longer. */
async function recordDecision(
  transaction: WriteTransaction,
  run: Run,
  { actor, at }: RecordedEvent,
  { approvalId, decision, digest }: Decided,
): Promise<void> {
  const earlier = await transaction.approvalDecision.count({ where: { approvalId } });
  const words = wordsOf(decision);
  await transaction.approvalDecision.create({
    data: {
      approvalId,
      number: earlier + 1,
      actorId: actor.id,
      actorName: actor.name,
      decision: decision.decision,
      words,
      digest,
      at,
    },
  });
  if (run.state.status === 'awaiting_approval') return;
  // Compare and set: the run waited for this approval until now, so it is pending.
  const { count } = await transaction.approval.updateMany({
    where: { id: approvalId, status: 'pending' },
    data: {
      status: decisions[decision.decision].status,
      decidedAt: at,
      decidedById: actor.id,
      decidedByName: actor.name,
      reason: words,
    },
  });
  if (count !== 1) throw new Error(`Approval ${approvalId} is not pending although its run waits for it`);
}

/** Keeps the request as it was last shown: the version that was signed. */
async function replaceShown(
  transaction: WriteTransaction,
  approvalId: string,
  callId: string,
  { headline, verdict, preview }: ReshownCall,
): Promise<void> {
  await transaction.toolCall.update({
    where: { id: callId },
    data: { headline, previewJson: JSON.stringify(preview) },
  });
  await transaction.approval.update({
    where: { id: approvalId },
    data: {
      headline,
      searchText: toSearchable(headline),
      risk: verdict.risk,
      riskReason: verdict.reason,
    },
  });
}

async function finishCall(
  transaction: WriteTransaction,
  callId: string,
  outcome: ToolOutcome,
  finishedAt: Date,
): Promise<void> {
  await transaction.toolCall.update({
    where: { id: callId },
    data: { outcomeJson: JSON.stringify(outcome), finishedAt },
  });
}
