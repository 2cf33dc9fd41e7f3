import { handleRoute } from '@/lib/server/handle-route';
import { listAudit } from '@/lib/use-cases/list-audit';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({ action: 'audit.read' }, async ({ services, actor, query }) =>
  listAudit(services, actor, {
    by: query.get('by'),
    kind: query.get('kind'),
    cursor: query.get('cursor'),
  }),
);
