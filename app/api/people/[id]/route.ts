import { roleBody } from '@/lib/contracts/accounts';
import { handleRoute } from '@/lib/server/handle-route';
import { changeRole, removePerson } from '@/lib/use-cases/people';

export const PATCH = handleRoute(
  { action: 'people.change', body: roleBody },
  async ({ services, actor, param, body }) => changeRole(services, actor, { id: param('id'), ...body }),
);

export const DELETE = handleRoute({ action: 'people.change' }, async ({ services, actor, param }) =>
  removePerson(services, actor, { id: param('id') }),
);
