import { handleRoute } from '@/lib/server/handle-route';
import { checkHealth } from '@/lib/use-cases/server-facts';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({ action: 'server.read' }, async ({ services, actor }) =>
  checkHealth(services, actor),
);
