import { handleRoute } from '@/lib/server/handle-route';
import { listSessions } from '@/lib/use-cases/sessions';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({ action: 'sessions.read' }, async ({ services, actor, session }) =>
  listSessions(services, actor, { session }),
);
