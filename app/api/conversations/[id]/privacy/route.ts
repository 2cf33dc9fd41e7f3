import { conversationPrivacyBody } from '@/lib/contracts/conversations';
import { handleRoute } from '@/lib/server/handle-route';
import { setConversationPrivacy } from '@/lib/use-cases/conversation-privacy';

export const PUT = handleRoute(
  { action: 'conversations.setPrivacy', body: conversationPrivacyBody },
  async ({ services, actor, param, body }) =>
    setConversationPrivacy(services, actor, { conversationId: param('id'), ...body }),
);
