import { renameConversationBody } from '@/lib/contracts/conversations';
import { handleRoute } from '@/lib/http/handle-route';
import { getApp } from '@/lib/server/app';
import { deleteConversation, getConversation, renameConversation } from '@/lib/use-cases/conversations';

export const GET = handleRoute({}, async ({ param }) =>
  getConversation((await getApp()).services, param('id')),
);

export const PATCH = handleRoute({ body: renameConversationBody }, async ({ param, body }) => {
  const { services } = await getApp();
  await renameConversation(services, param('id'), body.title);
  return getConversation(services, param('id'));
});

export const DELETE = handleRoute({}, async ({ actor, param }) =>
  deleteConversation((await getApp()).services, actor, param('id')),
);
