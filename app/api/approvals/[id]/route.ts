import { handleRoute } from '@/lib/server/handle-route';
import { getApproval } from '@/lib/use-cases/get-approvals';

export const GET = handleRoute({ action: 'approvals.read' }, async ({ services, actor, param }) =>
  getApproval(services, actor, { approvalId: param('id') }),
);
