import { handleRoute } from '@/lib/server/handle-route';
import { endSession } from '@/lib/use-cases/sessions';

export const DELETE = handleRoute({ action: 'sessions.end' }, async ({ services, actor, session, param }) =>
  endSession(services, actor, { id: param('id'), session }),
);
