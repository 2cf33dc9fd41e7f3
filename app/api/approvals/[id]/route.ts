import { handleRoute } from '@/lib/http/handle-route';
import { getApp } from '@/lib/server/app';
import { getApproval } from '@/lib/use-cases/get-approvals';

export const GET = handleRoute({}, async ({ param }) => getApproval((await getApp()).services, param('id')));
