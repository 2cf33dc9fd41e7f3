import { resetBody } from '@/lib/contracts/accounts';
import { letIn } from '@/lib/http/let-in';
import { handleOpenRoute } from '@/lib/server/handle-open-route';
import { acceptReset } from '@/lib/use-cases/reset-password';

export const POST = handleOpenRoute(
  { action: 'door.enter', body: resetBody },
  async ({ services, actor, body, headers }) =>
    letIn(await acceptReset(services, actor, { ...body, device: headers.get('user-agent') ?? '' })),
);
