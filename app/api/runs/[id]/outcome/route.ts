import { settleOutcomeBody } from '@/lib/contracts/runs';
import { handleRoute } from '@/lib/http/handle-route';
import { countersign } from '@/lib/server/countersign';
import { settleOutcome } from '@/lib/use-cases/steer-run';

export const POST = handleRoute({ body: settleOutcomeBody }, async ({ actor, param, body }) =>
  settleOutcome((await countersign()).services, actor, param('id'), body),
);
