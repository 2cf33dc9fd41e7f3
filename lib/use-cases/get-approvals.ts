import type { ApprovalFilter, ApprovalList, ApprovalState, ApprovalView } from '../contracts/approvals';
import type { Approval, ApprovalBrief } from '../db/stores.port';
import type { Actor } from '../domain/actor';
import type { Run } from '../domain/run';
import { AppError } from '../shared/app-error';
import { isId } from '../shared/ids';
import { loadRun, loadTimeline } from './load-timeline';
import { type CallNow, digestOf, lookAgain } from './look-again';
import type { Services } from './services';
import { toApprovalSummary, toApprovalView } from './views/approval-view';

const pageSize = 50;

export async function listApprovals(
  { approvals, unknownOutcomes }: Pick<Services, 'approvals' | 'unknownOutcomes'>,
  _actor: Actor,
  query: { filter: ApprovalFilter; search: string | null; cursor: string | null; limit?: number },
): Promise<ApprovalList> {
  const [page, pendingCount, unknown, unknownCount] = await Promise.all([
    approvals.list({ limit: pageSize, ...query }),
    approvals.countPending(),
    unknownOutcomes.list(query.limit ?? pageSize),
    unknownOutcomes.count(),
  ]);
  return {
    approvals: page.items.map(toApprovalSummary),
    pendingCount,
    unknownOutcomes: unknown.map((outcome) => ({ ...outcome, since: outcome.since.toISOString() })),
    needsYouCount: pendingCount + unknownCount,
    nextCursor: page.nextCursor,
  };
}

type ViewServices = Pick<Services, 'approvals' | 'runs' | 'toolbox' | 'policy'>;

export async function getApproval(
  services: ViewServices,
  _actor: Actor,
  { id }: { id: string },
): Promise<ApprovalView> {
  return viewApproval(services, await loadApproval(services, id));
}

export async function getApprovalState(
  services: ViewServices,
  _actor: Actor,
  { id }: { id: string },
): Promise<ApprovalState> {
  const approval = isId('apr', id) ? await services.approvals.findBrief(id) : null;
  if (!approval) throw notFound();
  const run = await loadRun(services, approval.runId);
  return { status: approval.status, digest: (await lookAtCall(services, approval, run)).digest };
}

export async function loadApproval(
  { approvals }: Pick<Services, 'approvals'>,
  id: string,
): Promise<Approval> {
  const approval = isId('apr', id) ? await approvals.find(id) : null;
  if (!approval) throw notFound();
  return approval;
}

function notFound(): AppError {
  return new AppError('not_found', 'This request was deleted or never existed.');
}

export async function viewApproval(
  services: Pick<Services, 'runs' | 'toolbox' | 'policy'>,
  approval: Approval,
): Promise<ApprovalView> {
  const run = await loadRun(services, approval.runId);
  const now = await lookAtCall(services, approval, run);
  const isCurrent = 'call' in run.state && run.state.call.id === approval.call.id;
  const endsRun = isCurrent && 'call' in run.state ? run.state.call.terminate : false;
  const [tool] = services.toolbox.describe([approval.call.tool]);
  return toApprovalView(approval, await loadTimeline(services, run), endsRun, now, tool);
}

/** A request that was decided is shown as it was signed; only one that waits is compared with its target. */
async function lookAtCall(
  services: Pick<Services, 'toolbox' | 'policy'>,
  approval: ApprovalBrief,
  run: Run,
): Promise<CallNow> {
  const { state } = run;
  if (state.status === 'awaiting_approval' && state.approvalId === approval.id)
    return lookAgain(services, run, state.call);
  return { digest: digestOf(approval.callHash, null), change: null };
}
