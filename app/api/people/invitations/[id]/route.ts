import { handleRoute } from '@/lib/server/handle-route';
import { withdrawInvitation } from '@/lib/use-cases/invite-person';

export const DELETE = handleRoute({ action: 'people.change' }, async ({ services, actor, param }) =>
  withdrawInvitation(services, actor, { id: param('id') }),
);
