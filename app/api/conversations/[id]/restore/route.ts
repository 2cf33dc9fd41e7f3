import { handleRoute } from '@/lib/server/handle-route';
import { restoreConversation } from '@/lib/use-cases/conversations';

export const POST = handleRoute({ action: 'conversations.restore' }, async ({ services, param }) =>
  restoreConversation(services, { conversationId: param('id') }),
);
