import { decisionBody } from '@/lib/contracts/decisions';
import { handleRoute } from '@/lib/server/handle-route';
import { decideApproval } from '@/lib/use-cases/decide-approval';

export const POST = handleRoute(
  { action: 'approvals.decide', body: decisionBody },
  async ({ services, actor, param, body }) =>
    decideApproval(services, actor, { approvalId: param('id'), ...body }),
);
