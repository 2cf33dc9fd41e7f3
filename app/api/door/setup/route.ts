import { setupBody } from '@/lib/contracts/accounts';
import { letIn } from '@/lib/http/let-in';
import { handleOpenRoute } from '@/lib/server/handle-open-route';
import { setUpOwner } from '@/lib/use-cases/set-up-owner';

export const POST = handleOpenRoute(
  { action: 'door.enter', body: setupBody },
  async ({ services, actor, body, headers }) =>
    letIn(await setUpOwner(services, actor, { ...body, device: headers.get('user-agent') ?? '' })),
);
