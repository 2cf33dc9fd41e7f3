import { handleRoute } from '@/lib/server/handle-route';
import { endOtherSessions } from '@/lib/use-cases/sessions';

export const POST = handleRoute({ action: 'sessions.end' }, async ({ services, actor, session }) =>
  endOtherSessions(services, actor, { session }),
);
