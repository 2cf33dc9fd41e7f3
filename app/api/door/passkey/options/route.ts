import { handleOpenRoute } from '@/lib/server/handle-open-route';
import { askToSignIn } from '@/lib/use-cases/passkeys';

export const dynamic = 'force-dynamic';

export const POST = handleOpenRoute({ action: 'door.enter' }, async ({ services, actor }) =>
  askToSignIn(services, actor),
);
