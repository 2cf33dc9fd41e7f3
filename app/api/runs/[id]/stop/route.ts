import { emptyBody } from '@/lib/contracts/run-requests';
import { handleRoute } from '@/lib/server/handle-route';
import { stopRun } from '@/lib/use-cases/steer-run';

export const POST = handleRoute(
  { action: 'runs.stop', body: emptyBody },
  async ({ services, actor, param }) => stopRun(services, actor, { runId: param('id') }),
);
