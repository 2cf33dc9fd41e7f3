import { handleRoute } from '@/lib/server/handle-route';
import { revokeToken } from '@/lib/use-cases/api-tokens';

export const DELETE = handleRoute({ action: 'tokens.revoke' }, async ({ services, actor, param }) =>
  revokeToken(services, actor, { id: param('id') }),
);
