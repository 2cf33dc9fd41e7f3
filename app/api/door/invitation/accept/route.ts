import { acceptBody } from '@/lib/contracts/accounts';
import { letIn } from '@/lib/http/let-in';
import { handleOpenRoute } from '@/lib/server/handle-open-route';
import { acceptInvitation } from '@/lib/use-cases/accept-invitation';

export const POST = handleOpenRoute(
  { action: 'door.enter', body: acceptBody },
  async ({ services, actor, body, headers }) =>
    letIn(await acceptInvitation(services, actor, { ...body, device: headers.get('user-agent') ?? '' })),
);
