import { startRunBody } from '@/lib/contracts/runs';
import { handleRoute } from '@/lib/http/handle-route';
import { countersign } from '@/lib/server/countersign';
import { startWorkflowRun } from '@/lib/use-cases/start-workflow-run';

export const POST = handleRoute({ body: startRunBody, status: 202 }, async ({ actor, param, body }) =>
  startWorkflowRun((await countersign()).services, actor, param('id'), body),
);
