import { emptyBody } from '@/lib/contracts/run-requests';
import { handleRoute } from '@/lib/server/handle-route';
import { continueRun } from '@/lib/use-cases/steer-run';

export const POST = handleRoute(
  { action: 'runs.continue', body: emptyBody },
  async ({ services, actor, param }) => continueRun(services, actor, { runId: param('id') }),
);
