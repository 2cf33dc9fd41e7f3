import { handleRoute } from '@/lib/http/handle-route';
import { getApp } from '@/lib/server/app';
import { getConversation } from '@/lib/use-cases/conversations';
import { toMarkdown } from '@/lib/use-cases/export-conversation';
import { toDisposition, toFileName } from '@/lib/use-cases/export-file';

export const GET = handleRoute({}, async ({ param, query }) => {
  const conversation = await getConversation((await getApp()).services, param('id'));
  const isMarkdown = query.get('format') !== 'json';
  const text = isMarkdown ? toMarkdown(conversation) : JSON.stringify(conversation, null, 2);
  return new Response(text, {
    headers: {
      'content-type': isMarkdown ? 'text/markdown; charset=utf-8' : 'application/json',
      'content-disposition': toDisposition(toFileName(conversation, isMarkdown ? 'md' : 'json')),
    },
  });
});
