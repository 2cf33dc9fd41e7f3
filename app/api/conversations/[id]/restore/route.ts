import { handleRoute } from '@/lib/server/handle-route';
import { restoreConversation } from '@/lib/use-cases/conversations';

export const POST = handleRoute({ action: 'conversations.restore' }, async ({ services, actor, param }) =>
  restoreConversation(services, actor, { conversationId: param('id') }),
);
