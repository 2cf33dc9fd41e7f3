import { handleRoute } from '@/lib/server/handle-route';
import { getUsage } from '@/lib/use-cases/get-usage';

export const dynamic = 'force-dynamic';

/** Takes `?days=30&timeZone=Europe/Berlin`. */
export const GET = handleRoute({ action: 'usage.read' }, async ({ services, actor, query }) =>
  getUsage(services, actor, { days: query.get('days'), timeZone: query.get('timeZone') }),
);
