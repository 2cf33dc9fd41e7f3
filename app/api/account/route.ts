import { nameBody } from '@/lib/contracts/accounts';
import { handleRoute } from '@/lib/server/handle-route';
import { getAccount, renameSelf } from '@/lib/use-cases/account';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({ action: 'account.read' }, async ({ services, actor, headers }) =>
  getAccount(services, actor, { host: headers.get('host') }),
);

export const PATCH = handleRoute(
  { action: 'account.change', body: nameBody },
  async ({ services, actor, body, headers }) =>
    renameSelf(services, actor, { ...body, host: headers.get('host') }),
);
