import { retentionBody } from '@/lib/contracts/retention';
import { handleRoute } from '@/lib/server/handle-route';
import { changeRetention, getRetention } from '@/lib/use-cases/retention';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({ action: 'retention.read' }, async ({ services, actor }) =>
  getRetention(services, actor),
);

export const PUT = handleRoute(
  { action: 'retention.change', body: retentionBody },
  async ({ services, actor, body }) => changeRetention(services, actor, body),
);
