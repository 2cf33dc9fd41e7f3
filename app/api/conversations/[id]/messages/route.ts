import { sendMessageBody } from '@/lib/contracts/conversations';
import { handleRoute } from '@/lib/server/handle-route';
import { sendMessage } from '@/lib/use-cases/send-message';

export const POST = handleRoute(
  { action: 'runs.start', body: sendMessageBody, status: 202 },
  async ({ services, actor, param, body }) =>
    sendMessage(services, actor, { conversationId: param('id'), ...body }),
);
