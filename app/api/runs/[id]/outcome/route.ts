import { settleOutcomeBody } from '@/lib/contracts/run-requests';
import { handleRoute } from '@/lib/server/handle-route';
import { settleOutcome } from '@/lib/use-cases/steer-run';

export const POST = handleRoute(
  { action: 'runs.settle', body: settleOutcomeBody },
  async ({ services, actor, param, body }) => settleOutcome(services, actor, { runId: param('id'), ...body }),
);
