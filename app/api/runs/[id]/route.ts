import { handleRoute } from '@/lib/http/handle-route';
import { countersign } from '@/lib/server/countersign';
import { getRun } from '@/lib/use-cases/get-run';

export const GET = handleRoute({}, async ({ param }) => getRun((await countersign()).services, param('id')));
