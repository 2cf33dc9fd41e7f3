import { handleRoute } from '@/lib/server/handle-route';
import { previewRetention } from '@/lib/use-cases/retention';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({ action: 'retention.read' }, async ({ services, actor, query }) =>
  previewRetention(services, actor, { days: query.get('days') }),
);
