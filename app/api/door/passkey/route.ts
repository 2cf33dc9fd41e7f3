import { passkeyBody } from '@/lib/contracts/accounts';
import { handleOpenRoute } from '@/lib/server/handle-open-route';
import { signInByPasskey } from '@/lib/use-cases/passkeys';

export const dynamic = 'force-dynamic';

export const POST = handleOpenRoute(
  { action: 'door.enter', body: passkeyBody },
  async ({ services, actor, body, headers }) => {
    const device = headers.get('user-agent') ?? '';
    const { cookie, key } = await signInByPasskey(services, actor, { ...body, device });
    return Response.json({ key }, { headers: { 'set-cookie': cookie } });
  },
);
