import { inviteBody } from '@/lib/contracts/accounts';
import { handleRoute } from '@/lib/server/handle-route';
import { invitePerson } from '@/lib/use-cases/invite-person';

export const POST = handleRoute(
  { action: 'people.change', body: inviteBody },
  async ({ services, actor, body }) => invitePerson(services, actor, body),
);
