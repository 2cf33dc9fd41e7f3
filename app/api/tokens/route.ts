import { tokenBody } from '@/lib/contracts/tokens';
import { handleRoute } from '@/lib/server/handle-route';
import { createToken, listTokens } from '@/lib/use-cases/api-tokens';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({ action: 'tokens.read' }, async ({ services, actor }) =>
  listTokens(services, actor),
);

export const POST = handleRoute(
  { action: 'tokens.create', body: tokenBody, status: 201 },
  async ({ services, actor, body }) => createToken(services, actor, body),
);
