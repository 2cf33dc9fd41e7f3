import { toEventStream } from '@/lib/http/event-stream';
import { handleRoute } from '@/lib/server/handle-route';
import { checkSetUpModel } from '@/lib/use-cases/check-model';

/**
 * Streams one check of this saved model as server-sent events. The check ends when the client disconnects.
 */
export const POST = handleRoute(
  { action: 'model.probe' },
  async ({ services, actor, param, signal, mayStay }) =>
    toEventStream(await checkSetUpModel(services, actor, { id: param('id') }), signal, mayStay),
);
