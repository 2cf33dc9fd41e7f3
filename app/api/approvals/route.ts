import { approvalFilter } from '@/lib/contracts/approvals';
import { handleRoute } from '@/lib/server/handle-route';
import { listApprovals } from '@/lib/use-cases/get-approvals';

export const dynamic = 'force-dynamic';

export const GET = handleRoute(
  { action: 'approvals.read', isShared: true },
  async ({ services, actor, query }) =>
    listApprovals(services, actor, {
      filter: approvalFilter.safeParse(query.get('status')).data ?? 'pending',
      search: query.get('search'),
      cursor: query.get('cursor'),
    }),
);
