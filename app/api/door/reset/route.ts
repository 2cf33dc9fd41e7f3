import { codeBody } from '@/lib/contracts/accounts';
import { handleOpenRoute } from '@/lib/server/handle-open-route';
import { lookUpReset } from '@/lib/use-cases/reset-password';

export const POST = handleOpenRoute(
  { action: 'door.read', body: codeBody },
  async ({ services, actor, body }) => lookUpReset(services, actor, body),
);
