import { planBody } from '@/lib/contracts/workflows';
import { handleRoute } from '@/lib/http/handle-route';
import { getApp } from '@/lib/server/app';
import { planWorkflow } from '@/lib/use-cases/plan-workflow';

export const POST = handleRoute({ body: planBody }, async ({ param, body }) =>
  planWorkflow((await getApp()).services, param('id'), body.parameters),
);
