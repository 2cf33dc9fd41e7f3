import type { Approval, ApprovalBrief, CallRecord, Conversation } from '../db/ports/stores.port';
import type { Run } from '../domain/run';
import { AppError } from '../shared/app-error';
import { isId } from '../shared/ids';
import type { Workflow } from '../workflows/workflow';
import type { Services } from './services';

/**
 * These functions load what a request names by id. Each one throws `not_found`, also for an id that cannot be
 * ours.
 */

export async function loadRun({ runs }: Pick<Services, 'runs'>, id: string): Promise<Run> {
  return orNotFound(
    isId('run', id) && (await runs.find(id)),
    'This run was deleted, is private, or never existed.',
  );
}

export async function loadCall(
  { calls }: Pick<Services, 'calls'>,
  { runId, callId }: { runId: string; callId: string },
): Promise<CallRecord> {
  const call = isId('run', runId) && isId('call', callId) && (await calls.find(runId, callId));
  return orNotFound(call, 'This step was deleted, is private, or never existed.');
}

const noApproval = 'This request was deleted, is private, or never existed.';

export async function loadApproval(
  { approvals }: Pick<Services, 'approvals'>,
  id: string,
): Promise<Approval> {
  return orNotFound(isId('apr', id) && (await approvals.find(id)), noApproval);
}

/** Leaves out the preview, which may be large. */
export async function loadApprovalBrief(
  { approvals }: Pick<Services, 'approvals'>,
  id: string,
): Promise<ApprovalBrief> {
  return orNotFound(isId('apr', id) && (await approvals.findBrief(id)), noApproval);
}

export async function loadConversation(
  { conversations }: Pick<Services, 'conversations'>,
  id: string,
): Promise<Conversation> {
  const conversation = isId('cnv', id) && (await conversations.find(id));
  return orNotFound(conversation, 'This conversation was deleted, is private, or never existed.');
}

export async function loadWorkflow(
  { workflows }: Pick<Services, 'workflows'>,
  id: string,
): Promise<Workflow> {
  return orNotFound(await workflows.find(id), 'This workflow was removed or never existed.');
}

function orNotFound<Thing extends object>(thing: Thing | null | false, message: string): Thing {
  if (thing) return thing;
  throw new AppError('not_found', message);
}
