import { newPasskeyBody } from '@/lib/contracts/accounts';
import { handleRoute } from '@/lib/server/handle-route';
import { getAccount } from '@/lib/use-cases/account';
import { addPasskey } from '@/lib/use-cases/passkeys';

export const POST = handleRoute(
  { action: 'account.change', body: newPasskeyBody },
  async ({ services, actor, body, headers }) => {
    await addPasskey(services, actor, body);
    return getAccount(services, actor, { host: headers.get('host') });
  },
);
