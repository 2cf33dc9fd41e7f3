import type { ApprovalFilter, ApprovalList, ApprovalView } from '../contracts/approvals';
import type { Approval } from '../db/stores.port';
import { AppError } from '../shared/app-error';
import { type ApprovalId, isId } from '../shared/ids';
import { loadRun, loadTimeline } from './load-timeline';
import type { Services } from './services';
import { toApprovalSummary, toApprovalView } from './views/approval-view';

const pageSize = 50;

export async function listApprovals(
  { approvals, unknownOutcomes }: Pick<Services, 'approvals' | 'unknownOutcomes'>,
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

export async function getApproval(
  services: Pick<Services, 'approvals' | 'runs'>,
  id: string,
): Promise<ApprovalView> {
  return viewApproval(services, await loadApproval(services, id));
}

export async function loadApproval(
  { approvals }: Pick<Services, 'approvals'>,
  id: string,
): Promise<Approval> {
  const approval = isId('apr', id) ? await approvals.find(id as ApprovalId) : null;
  if (!approval) throw new AppError('not_found', 'This request was deleted or never existed.');
  return approval;
}

export async function viewApproval(
  services: Pick<Services, 'runs'>,
  approval: Approval,
): Promise<ApprovalView> {
  const run = await loadRun(services, approval.runId);
  const isCurrent = 'call' in run.state && run.state.call.id === approval.call.id;
  const endsRun = isCurrent && 'call' in run.state ? run.state.call.terminate : false;
  return toApprovalView(approval, await loadTimeline(services, run), endsRun);
}
