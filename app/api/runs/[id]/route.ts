import { handleRoute } from '@/lib/http/handle-route';
import { getApp } from '@/lib/server/app';
import { getRun } from '@/lib/use-cases/get-run';

export const GET = handleRoute({}, async ({ param }) => getRun((await getApp()).services, param('id')));
