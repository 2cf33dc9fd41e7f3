import { approvalFilter } from '@/lib/contracts/approvals';
import { handleRoute } from '@/lib/http/handle-route';
import { getApp } from '@/lib/server/app';
import { listApprovals } from '@/lib/use-cases/get-approvals';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({}, async ({ query }) =>
  listApprovals((await getApp()).services, {
    filter: approvalFilter.safeParse(query.get('status')).data ?? 'pending',
    search: query.get('search'),
    cursor: query.get('cursor'),
  }),
);
