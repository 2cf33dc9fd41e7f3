import { decisionBody } from '@/lib/contracts/approvals';
import { handleRoute } from '@/lib/http/handle-route';
import { getApp } from '@/lib/server/app';
import { decideApproval } from '@/lib/use-cases/decide-approval';

export const POST = handleRoute({ body: decisionBody }, async ({ actor, param, body }) =>
  decideApproval((await getApp()).services, actor, param('id'), body),
);
