import { emptyBody } from '@/lib/contracts/runs';
import { handleRoute } from '@/lib/http/handle-route';
import { countersign } from '@/lib/server/countersign';
import { stopRun } from '@/lib/use-cases/steer-run';

export const POST = handleRoute({ body: emptyBody }, async ({ actor, param }) =>
  stopRun((await countersign()).services, actor, param('id')),
);
