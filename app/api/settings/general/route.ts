import { handleRoute } from '@/lib/server/handle-route';
import { getGeneralSettings } from '@/lib/use-cases/server-facts';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({ action: 'server.read' }, async ({ services, actor }) =>
  getGeneralSettings(services, actor),
);
