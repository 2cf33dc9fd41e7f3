import { handleRoute } from '@/lib/server/handle-route';
import { makeResetLink } from '@/lib/use-cases/invite-person';

export const POST = handleRoute({ action: 'people.change' }, async ({ services, actor, param }) =>
  makeResetLink(services, actor, { id: param('id') }),
);
