import { handleRoute } from '@/lib/server/handle-route';
import { getAccount } from '@/lib/use-cases/account';
import { removePasskey } from '@/lib/use-cases/passkeys';

export const DELETE = handleRoute(
  { action: 'account.change' },
  async ({ services, actor, param, headers }) => {
    await removePasskey(services, actor, { id: param('id') });
    return getAccount(services, actor, { host: headers.get('host') });
  },
);
