import { toDownload } from '@/lib/http/download';
import { handleRoute } from '@/lib/server/handle-route';
import { exportUsage } from '@/lib/use-cases/get-usage';

export const dynamic = 'force-dynamic';

/** Exports the rows as CSV: `?days=30&timeZone=Europe/Berlin` */
export const GET = handleRoute({ action: 'usage.read' }, async ({ services, actor, query }) =>
  toDownload(
    await exportUsage(services, actor, { days: query.get('days'), timeZone: query.get('timeZone') }),
  ),
);
