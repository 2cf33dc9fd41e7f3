import { handleRoute } from '@/lib/server/handle-route';
import { getConversation } from '@/lib/use-cases/conversations';
import { toMarkdown } from '@/lib/use-cases/export-conversation';
import { toDisposition, toFileName } from '@/lib/use-cases/export-file';

export const GET = handleRoute(
  { action: 'conversations.read' },
  async ({ services, actor, param, query }) => {
    const conversation = await getConversation(services, actor, { conversationId: param('id') });
    const isMarkdown = query.get('format') !== 'json';
    const text = isMarkdown ? toMarkdown(conversation) : JSON.stringify(conversation, null, 2);
    return new Response(text, {
      headers: {
        'content-type': isMarkdown ? 'text/markdown; charset=utf-8' : 'application/json',
        'content-disposition': toDisposition(toFileName(conversation, isMarkdown ? 'md' : 'json')),
      },
    });
  },
);
