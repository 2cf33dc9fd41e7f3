import { handleRoute } from '@/lib/server/handle-route';
import { listLocalServers } from '@/lib/use-cases/settings';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({ action: 'model.probe' }, async ({ services, actor }) =>
  listLocalServers(services, actor),
);
