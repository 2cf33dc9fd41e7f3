import { handleRoute } from '@/lib/server/handle-route';
import { askToAdd } from '@/lib/use-cases/passkeys';

export const dynamic = 'force-dynamic';

export const POST = handleRoute({ action: 'account.change' }, async ({ services, actor }) =>
  askToAdd(services, actor),
);
