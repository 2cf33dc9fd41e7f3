import { handleRoute } from '@/lib/server/handle-route';
import { getRun } from '@/lib/use-cases/get-run';

export const GET = handleRoute({ action: 'runs.read' }, async ({ services, actor, param }) =>
  getRun(services, actor, { runId: param('id') }),
);
