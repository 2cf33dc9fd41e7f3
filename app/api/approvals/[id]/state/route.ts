import { handleRoute } from '@/lib/http/handle-route';
import { getApp } from '@/lib/server/app';
import { getApprovalState } from '@/lib/use-cases/get-approvals';

export const GET = handleRoute({}, async ({ param }) =>
  getApprovalState((await getApp()).services, param('id')),
);
