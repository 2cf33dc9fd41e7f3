import { modelBody } from '@/lib/contracts/settings';
import { handleRoute } from '@/lib/server/handle-route';
import { addModel } from '@/lib/use-cases/saved-models';

/** Adds a saved model. */
export const POST = handleRoute(
  { action: 'model.change', body: ({ models }) => modelBody(models.providers()) },
  async ({ services, actor, body }) => addModel(services, actor, body),
);
