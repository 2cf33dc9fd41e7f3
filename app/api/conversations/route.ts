import { createConversationBody } from '@/lib/contracts/conversations';
import { handleRoute } from '@/lib/server/handle-route';
import { createConversation, listConversations } from '@/lib/use-cases/conversations';

export const dynamic = 'force-dynamic';

export const GET = handleRoute(
  { action: 'conversations.read', isShared: true },
  async ({ services, actor, query }) =>
    listConversations(services, actor, {
      search: query.get('search'),
      cursor: query.get('cursor'),
      isActive: query.get('active') === 'true',
      isMine: query.get('mine') === 'true',
      workspaceId: query.get('workspace'),
    }),
);

export const POST = handleRoute(
  { action: 'conversations.create', body: createConversationBody, status: 201 },
  async ({ services, actor, body }) => createConversation(services, actor, body),
);
