import { namesakesOf } from '../../domain/actor';
import { decisions, wordsOf } from '../../domain/decision';
import { isTerminal, type Run } from '../../domain/run';
import type { RecordedEvent, ReshownCall } from '../../domain/run-event';
import type { Verdict } from '../../domain/verdict';
import { AppError } from '../../shared/app-error';
import { createId } from '../../shared/ids';
import type { Prisma } from '../generated/client';
import type { WriteTransaction } from '../ports/database';
import type { RunWriter } from '../ports/run-writer.port';
import { appendAuditEntry } from '../rows/append-audit-entry';
import { seenBy } from '../rows/seen-by';
import { orNull } from '../rows/sound-rows';
import { insertRow, updateRows } from '../rows/write-row';
import type { PlannedCommit } from './run-change';
import { indexRun, toSearchable } from './search-texts';

/**
 * Writes what people see of a commit beside the run itself: requests, decisions, the answer as a message, and
 * the conversation. The conversation is free for the next run when this one has ended. `before` is the run
 * before the commit. The rows of the run itself are already written.
 */
export async function projectCommit(
  transaction: WriteTransaction,
  runs: RunWriter,
  before: Run,
  { after, steps }: PlannedCommit,
): Promise<void> {
  let run = before;
  for (const step of steps) {
    await projectEvent(transaction, run, step);
    run = step.run;
  }
  const hasWaited = [before, ...steps.map((step) => step.run)].some(isWaiting);
  const isEnd = isTerminal(after.state.status);
  if (isTerminal(before.state.status) && !isEnd) await takeConversation(transaction, after);
  const last = steps.at(-1)?.recorded;
  if (isEnd && last && hasWaited) await withdrawApproval(transaction, after, last);
  await updateRows(
    transaction,
    'Conversation',
    { id: after.conversationId, ...(isEnd ? { activeRunId: after.id } : {}) },
    { updatedAt: after.updatedAt, ...(isEnd ? { activeRunId: null } : {}) },
  );
  if (isEnd) await indexRun(runs, after);
}

const isWaiting = ({ state }: Run): boolean => state.status === 'awaiting_approval';

/**
 * Makes the run its conversation's active one. One conditional update lets one run win. Throws `AppError`
 * `run_active` when another run is active, `not_found` when `scope` has no such conversation, or the person
 * who started the run does not see it.
 */
export async function takeConversation(
  transaction: WriteTransaction,
  run: Run,
  scope: Prisma.ConversationWhereInput = {},
): Promise<void> {
  // It may have become private since this person saw it, and nobody stops a run in a conversation that is closed
  // to them.
  const isSeen = seenBy({ ids: namesakesOf(run.startedBy), workspaces: null });
  const where = { id: run.conversationId, deletedAt: null, ...isSeen, ...scope };
  const { count } = await transaction.conversation.updateMany({
    where: { ...where, activeRunId: null },
    data: { activeRunId: run.id, updatedAt: run.updatedAt },
  });
  if (count === 1) return;
  const conversation = await transaction.conversation.findFirst({ where });
  if (!conversation)
    throw new AppError('not_found', 'This conversation was deleted, is private, or never existed.');
  const pending = await transaction.approval.findFirst({
    where: { conversationId: run.conversationId, status: 'pending' },
  });
  throw new AppError('run_active', 'Still working. You can reply when it finishes, or stop it first.', {
    ...(conversation.activeRunId ? { runId: conversation.activeRunId } : {}),
    ...(pending ? { approvalId: pending.id } : {}),
  });
}

/** Withdraws the request that an ended run was waiting for. */
async function withdrawApproval(
  transaction: WriteTransaction,
  run: Run,
  { by, at }: RecordedEvent,
): Promise<void> {
  await transaction.approval.updateMany({
    where: { runId: run.id, status: 'pending' },
    data: { status: 'withdrawn', decidedAt: at, decidedById: by },
  });
}

async function projectEvent(
  transaction: WriteTransaction,
  before: Run,
  { run, recorded }: PlannedCommit['steps'][number],
): Promise<void> {
  const { event, at, by } = recorded;
  switch (event.type) {
    case 'tool_call_requested':
      if (event.approvalId) await insertApproval(transaction, run, recorded, event.approvalId);
      return;
    case 'approval_decided':
      await recordDecision(transaction, before, run, recorded, event);
      if (event.reshown) await replaceShown(transaction, run, event, event.reshown);
      return;
    case 'call_replaced':
      await replaceCall(transaction, run, event);
      return;
    case 'approval_expired':
      await transaction.approval.updateMany({
        where: { id: event.approvalId, status: 'pending' },
        data: { status: 'expired', decidedAt: at },
      });
      return;
    case 'text_replied':
      await insertRow(transaction, 'Message', {
        id: createId('msg'),
        conversationId: run.conversationId,
        runId: run.id,
        author: 'assistant',
        text: event.text,
        createdById: by,
        createdAt: at,
      });
      return;
    default:
      return;
  }
}

async function insertApproval(
  transaction: WriteTransaction,
  run: Run,
  { event, at }: RecordedEvent,
  approvalId: string,
): Promise<void> {
  if (event.type !== 'tool_call_requested') return;
  const { call } = event;
  await insertRow(transaction, 'Approval', {
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
    expiresAt: event.expiresAt ?? null,
    decidedAt: null,
    decidedById: null,
    reason: null,
    ...toSignerColumns(run, call.verdict),
  });
}

/** Repeats what the verdict says about signers, so that a list can select what its reader may sign. */
function toSignerColumns({ startedBy }: Run, verdict: Verdict) {
  const signers = verdict.decision === 'ask' ? verdict.signers : undefined;
  return { signerRole: signers?.role ?? null, barredSignerId: signers?.notRequester ? startedBy : null };
}

type Decided = Extract<RecordedEvent['event'], { type: 'approval_decided' }>;

/** Adds a decision. It changes the approval's own row when the run no longer waits. */
async function recordDecision(
  transaction: WriteTransaction,
  before: Run,
  run: Run,
  { by, at }: RecordedEvent,
  { approvalId, decision, digest }: Decided,
): Promise<void> {
  // A signature stops counting only when a new one takes its place, or the call is replaced. So no counted one
  // on the model's own call means that there was none.
  const { state } = before;
  const isFirst = state.status === 'awaiting_approval' && state.signatures.length === 0 && !state.isReplaced;
  const earlier = isFirst ? 0 : await transaction.approvalDecision.count({ where: { approvalId } });
  const words = wordsOf(decision);
  await insertRow(transaction, 'ApprovalDecision', {
    approvalId,
    number: earlier + 1,
    actorId: by,
    decision: decision.decision,
    words,
    digest,
    at,
  });
  if (decision.decision === 'break_glass' && state.status === 'awaiting_approval')
    await appendAuditEntry(
      transaction,
      { id: by },
      {
        kind: 'glass_broken',
        objectId: approvalId,
        subject: state.call.headline,
        after: decision.reason,
        isPrivate: await isInPrivate(transaction, run),
        workspaceId: run.workspaceId,
      },
    );
  if (isWaiting(run)) return;
  // This is a compare and set: the run was waiting for this approval until now, so the approval is pending.
  const count = await updateRows(
    transaction,
    'Approval',
    { id: approvalId, status: 'pending' },
    {
      status: decisions[decision.decision].status,
      decidedAt: at,
      decidedById: by,
      reason: words,
    },
  );
  if (count !== 1) throw new Error(`Approval ${approvalId} is not pending although its run waits for it`);
}

async function isInPrivate(
  { conversation }: WriteTransaction,
  { conversationId: id }: Run,
): Promise<boolean> {
  const found = await orNull(conversation.findUnique({ where: { id }, select: { isPrivate: true } }));
  return found?.isPrivate ?? true;
}

type Replaced = Extract<RecordedEvent['event'], { type: 'call_replaced' }>;

/** Binds the request to another call. The event of the model's call keeps that one. */
async function replaceCall(
  transaction: WriteTransaction,
  run: Run,
  { approvalId, call, preview }: Replaced,
): Promise<void> {
  const { id, hash, layers, parameters } = call;
  const parametersJson = JSON.stringify(parameters);
  await transaction.toolCall.update({ where: { id }, data: { parametersJson, layers, hash } });
  await transaction.approval.update({ where: { id: approvalId }, data: { callHash: hash } });
  await replaceShown(transaction, run, { approvalId, callId: id }, { ...call, preview });
}

/** Keeps the request in the version that the person last saw and signed. */
async function replaceShown(
  transaction: WriteTransaction,
  run: Run,
  { approvalId, callId }: { approvalId: string; callId: string },
  { headline, verdict, preview }: ReshownCall,
): Promise<void> {
  await transaction.toolCall.update({ where: { id: callId }, data: { headline } });
  await transaction.callPreview.update({
    where: { callId },
    data: { previewJson: JSON.stringify(preview) },
  });
  await transaction.approval.update({
    where: { id: approvalId },
    data: {
      headline,
      searchText: toSearchable(headline),
      risk: verdict.risk,
      riskReason: verdict.reason,
      ...toSignerColumns(run, verdict),
    },
  });
}
