import { handleRoute } from '@/lib/server/handle-route';
import { listServers } from '@/lib/use-cases/list-servers';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({ action: 'servers.read' }, async ({ services, actor }) =>
  listServers(services, actor),
);
