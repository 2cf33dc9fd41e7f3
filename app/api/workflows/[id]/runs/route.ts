import { startRunBody } from '@/lib/contracts/runs';
import { handleRoute } from '@/lib/http/handle-route';
import { getApp } from '@/lib/server/app';
import { startWorkflowRun } from '@/lib/use-cases/start-workflow-run';

export const POST = handleRoute({ body: startRunBody, status: 202 }, async ({ actor, param, body }) =>
  startWorkflowRun((await getApp()).services, actor, param('id'), body),
);
