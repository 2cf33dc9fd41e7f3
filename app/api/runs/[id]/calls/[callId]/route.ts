import { handleRoute } from '@/lib/http/handle-route';
import { getApp } from '@/lib/server/app';
import { getCallDetail } from '@/lib/use-cases/get-run';

export const GET = handleRoute({}, async ({ param }) =>
  getCallDetail((await getApp()).services, param('id'), param('callId')),
);
