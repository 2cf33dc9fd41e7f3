import { settleOutcomeBody } from '@/lib/contracts/runs';
import { handleRoute } from '@/lib/http/handle-route';
import { getApp } from '@/lib/server/app';
import { settleOutcome } from '@/lib/use-cases/steer-run';

export const POST = handleRoute({ body: settleOutcomeBody }, async ({ actor, param, body }) =>
  settleOutcome((await getApp()).services, actor, param('id'), body),
);
