import { renameConversationBody } from '@/lib/contracts/conversations';
import { handleRoute } from '@/lib/server/handle-route';
import { deleteConversation, getConversation, renameConversation } from '@/lib/use-cases/conversations';

export const GET = handleRoute({ action: 'conversations.read' }, async ({ services, actor, param, query }) =>
  getConversation(services, actor, { conversationId: param('id'), cursor: query.get('cursor') }),
);

export const PATCH = handleRoute(
  { action: 'conversations.rename', body: renameConversationBody },
  async ({ services, actor, param, body }) =>
    renameConversation(services, actor, { conversationId: param('id'), ...body }),
);

export const DELETE = handleRoute({ action: 'conversations.delete' }, async ({ services, actor, param }) =>
  deleteConversation(services, actor, { conversationId: param('id') }),
);
