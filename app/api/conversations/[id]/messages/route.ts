import { sendMessageBody } from '@/lib/contracts/conversations';
import { handleRoute } from '@/lib/http/handle-route';
import { getApp } from '@/lib/server/app';
import { sendMessage } from '@/lib/use-cases/send-message';

export const POST = handleRoute({ body: sendMessageBody, status: 202 }, async ({ actor, param, body }) =>
  sendMessage((await getApp()).services, actor, param('id'), body),
);
