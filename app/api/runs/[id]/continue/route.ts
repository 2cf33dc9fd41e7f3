import { emptyBody } from '@/lib/contracts/runs';
import { handleRoute } from '@/lib/http/handle-route';
import { getApp } from '@/lib/server/app';
import { continueRun } from '@/lib/use-cases/steer-run';

export const POST = handleRoute({ body: emptyBody }, async ({ actor, param }) =>
  continueRun((await getApp()).services, actor, param('id')),
);
