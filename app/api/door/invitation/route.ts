import { codeBody } from '@/lib/contracts/accounts';
import { handleOpenRoute } from '@/lib/server/handle-open-route';
import { lookUpInvitation } from '@/lib/use-cases/accept-invitation';

export const POST = handleOpenRoute(
  { action: 'door.read', body: codeBody },
  async ({ services, actor, body }) => lookUpInvitation(services, actor, body),
);
