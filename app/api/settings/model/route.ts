import { defaultModelBody } from '@/lib/contracts/settings';
import { handleRoute } from '@/lib/server/handle-route';
import { chooseModel, getModelSettings } from '@/lib/use-cases/saved-models';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({ action: 'model.read' }, async ({ services, actor }) =>
  getModelSettings(services, actor),
);

/** Makes a model of the list the default. */
export const PUT = handleRoute(
  { action: 'model.change', body: defaultModelBody },
  async ({ services, actor, body }) => chooseModel(services, actor, body),
);
