import { startRunBody } from '@/lib/contracts/run-requests';
import { handleRoute } from '@/lib/server/handle-route';
import { startWorkflowRun } from '@/lib/use-cases/start-workflow-run';

export const POST = handleRoute(
  { action: 'runs.start', body: startRunBody, status: 202 },
  async ({ services, actor, param, body }) =>
    startWorkflowRun(services, actor, { workflowId: param('id'), ...body }),
);
