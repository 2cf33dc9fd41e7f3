import { handleRoute } from '@/lib/server/handle-route';
import { signOutPerson } from '@/lib/use-cases/people';

export const POST = handleRoute({ action: 'people.change' }, async ({ services, actor, param }) =>
  signOutPerson(services, actor, { id: param('id') }),
);
