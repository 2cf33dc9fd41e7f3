import { passwordBody } from '@/lib/contracts/accounts';
import { handleRoute } from '@/lib/server/handle-route';
import { changePassword } from '@/lib/use-cases/account';

export const PUT = handleRoute(
  { action: 'account.change', body: passwordBody },
  async ({ services, actor, session, body, headers }) =>
    changePassword(services, actor, { ...body, session, host: headers.get('host') }),
);
