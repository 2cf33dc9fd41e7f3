import { planBody } from '@/lib/contracts/workflows';
import { handleRoute } from '@/lib/http/handle-route';
import { countersign } from '@/lib/server/countersign';
import { planWorkflow } from '@/lib/use-cases/plan-workflow';

export const POST = handleRoute({ body: planBody }, async ({ param, body }) =>
  planWorkflow((await countersign()).services, param('id'), body.parameters),
);
