import { planBody } from '@/lib/contracts/workflows';
import { handleRoute } from '@/lib/server/handle-route';
import { planWorkflow } from '@/lib/use-cases/plan-workflow';

export const POST = handleRoute(
  { action: 'workflows.read', body: planBody },
  async ({ services, actor, param, body }) =>
    planWorkflow(services, actor, { workflowId: param('id'), ...body }),
);
