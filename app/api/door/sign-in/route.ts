import { signInBody } from '@/lib/contracts/accounts';
import { letIn } from '@/lib/http/let-in';
import { handleOpenRoute } from '@/lib/server/handle-open-route';
import { signIn } from '@/lib/use-cases/sign-in';

export const POST = handleOpenRoute(
  { action: 'door.enter', body: signInBody },
  async ({ services, actor, body, headers }) =>
    letIn(await signIn(services, actor, { ...body, device: headers.get('user-agent') ?? '' })),
);
