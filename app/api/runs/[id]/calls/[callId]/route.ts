import { handleRoute } from '@/lib/http/handle-route';
import { countersign } from '@/lib/server/countersign';
import { getCallDetail } from '@/lib/use-cases/get-run';

export const GET = handleRoute({}, async ({ param }) =>
  getCallDetail((await countersign()).services, param('id'), param('callId')),
);
