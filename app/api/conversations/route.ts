import { createConversationBody } from '@/lib/contracts/conversations';
import { handleRoute } from '@/lib/http/handle-route';
import { getApp } from '@/lib/server/app';
import { createConversation, listConversations } from '@/lib/use-cases/conversations';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({}, async ({ query }) =>
  listConversations((await getApp()).services, {
    search: query.get('search'),
    cursor: query.get('cursor'),
  }),
);

export const POST = handleRoute({ body: createConversationBody, status: 201 }, async ({ actor, body }) =>
  createConversation((await getApp()).services, actor, body.title),
);
