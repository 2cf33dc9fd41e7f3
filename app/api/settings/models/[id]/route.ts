import { modelBody } from '@/lib/contracts/settings';
import { handleRoute } from '@/lib/server/handle-route';
import { changeModel, removeModel } from '@/lib/use-cases/saved-models';

export const PUT = handleRoute(
  { action: 'model.change', body: ({ models }) => modelBody(models.providers()) },
  async ({ services, actor, param, body }) => changeModel(services, actor, { ...body, id: param('id') }),
);

export const DELETE = handleRoute({ action: 'model.change' }, async ({ services, actor, param }) =>
  removeModel(services, actor, { id: param('id') }),
);
