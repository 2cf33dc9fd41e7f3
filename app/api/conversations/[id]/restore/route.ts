import { handleRoute } from '@/lib/http/handle-route';
import { getApp } from '@/lib/server/app';
import { restoreConversation } from '@/lib/use-cases/conversations';

export const POST = handleRoute({}, async ({ param }) =>
  restoreConversation((await getApp()).services, param('id')),
);
