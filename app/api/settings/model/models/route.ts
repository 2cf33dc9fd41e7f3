import { modelServerBody } from '@/lib/contracts/settings';
import { handleRoute } from '@/lib/server/handle-route';
import { listServerModels } from '@/lib/use-cases/settings';

export const POST = handleRoute(
  { action: 'model.probe', body: modelServerBody },
  async ({ services, actor, body }) => listServerModels(services, actor, body),
);
