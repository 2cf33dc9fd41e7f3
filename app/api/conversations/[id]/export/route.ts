import { toDownload } from '@/lib/http/download';
import { handleRoute } from '@/lib/server/handle-route';
import { exportConversation } from '@/lib/use-cases/export-conversation';

/** Exports a conversation as Markdown, or as JSON with `?format=json`. */
export const GET = handleRoute(
  { action: 'conversations.read' },
  async ({ services, actor, param, query }) => {
    const format = query.get('format') === 'json' ? 'json' : 'markdown';
    return toDownload(await exportConversation(services, actor, { conversationId: param('id'), format }));
  },
);
