import { modelServerBody } from '@/lib/contracts/settings';
import { toEventStream } from '@/lib/http/event-stream';
import { handleRoute } from '@/lib/server/handle-route';
import { checkModel, listModelChecks } from '@/lib/use-cases/check-model';

/** Returns the latest report for each model. */
export const GET = handleRoute({ action: 'model.read' }, async ({ services, actor }) =>
  listModelChecks(services, actor),
);

/** Streams one check as server-sent events. The check ends when the client disconnects. */
export const POST = handleRoute(
  { action: 'model.probe', body: modelServerBody },
  async ({ services, actor, body, signal, mayStay }) =>
    toEventStream(await checkModel(services, actor, body), signal, mayStay),
);
