import { renameConversationBody } from '@/lib/contracts/conversations';
import { handleRoute } from '@/lib/http/handle-route';
import { countersign } from '@/lib/server/countersign';
import { deleteConversation, getConversation, renameConversation } from '@/lib/use-cases/conversations';

export const GET = handleRoute({}, async ({ param }) =>
  getConversation((await countersign()).services, param('id')),
);

export const PATCH = handleRoute({ body: renameConversationBody }, async ({ param, body }) => {
  const { services } = await countersign();
  await renameConversation(services, param('id'), body.title);
  return getConversation(services, param('id'));
});

export const DELETE = handleRoute({}, async ({ actor, param }) =>
  deleteConversation((await countersign()).services, actor, param('id')),
);
