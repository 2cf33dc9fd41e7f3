import { modelServerBody } from '@/lib/contracts/settings';
import { toEventStream } from '@/lib/http/event-stream';
import { handleRoute } from '@/lib/server/handle-route';
import { checkModel, listModelChecks } from '@/lib/use-cases/check-model';

/** What was found before, for each model. */
export const GET = handleRoute({ action: 'model.read' }, async ({ services, actor }) =>
  listModelChecks(services, actor),
);

/** Server-sent events of one check; it ends when the client disconnects. */
export const POST = handleRoute(
  { action: 'model.probe', body: modelServerBody },
  async ({ services, actor, body, signal }) => toEventStream(await checkModel(services, actor, body), signal),
);
