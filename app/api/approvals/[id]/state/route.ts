import { handleRoute } from '@/lib/server/handle-route';
import { getApprovalState } from '@/lib/use-cases/get-approvals';

export const GET = handleRoute({ action: 'approvals.read' }, async ({ services, actor, param }) =>
  getApprovalState(services, actor, { approvalId: param('id') }),
);
