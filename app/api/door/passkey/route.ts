import { passkeyBody } from '@/lib/contracts/accounts';
import { letIn } from '@/lib/http/let-in';
import { handleOpenRoute } from '@/lib/server/handle-open-route';
import { signInByPasskey } from '@/lib/use-cases/passkeys';

export const dynamic = 'force-dynamic';

export const POST = handleOpenRoute(
  { action: 'door.enter', body: passkeyBody },
  async ({ services, actor, body, headers }) =>
    letIn(await signInByPasskey(services, actor, { ...body, device: headers.get('user-agent') ?? '' })),
);
