import { handleRoute } from '@/lib/http/handle-route';
import { countersign } from '@/lib/server/countersign';
import { restoreConversation } from '@/lib/use-cases/conversations';

export const POST = handleRoute({}, async ({ param }) =>
  restoreConversation((await countersign()).services, param('id')),
);
