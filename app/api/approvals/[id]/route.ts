import { handleRoute } from '@/lib/http/handle-route';
import { countersign } from '@/lib/server/countersign';
import { getApproval } from '@/lib/use-cases/get-approvals';

export const GET = handleRoute({}, async ({ param }) =>
  getApproval((await countersign()).services, param('id')),
);
