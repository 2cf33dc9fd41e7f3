import { signingBody } from '@/lib/contracts/signing';
import { handleRoute } from '@/lib/server/handle-route';
import { changeSigning, getSigning } from '@/lib/use-cases/signing';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({ action: 'signing.read' }, async ({ services, actor }) =>
  getSigning(services, actor),
);

export const PUT = handleRoute(
  { action: 'signing.change', body: signingBody },
  async ({ services, actor, body }) => changeSigning(services, actor, body),
);
