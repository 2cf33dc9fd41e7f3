import { decisionBody } from '@/lib/contracts/approvals';
import { handleRoute } from '@/lib/http/handle-route';
import { countersign } from '@/lib/server/countersign';
import { decideApproval } from '@/lib/use-cases/decide-approval';

export const POST = handleRoute({ body: decisionBody }, async ({ actor, param, body }) =>
  decideApproval((await countersign()).services, actor, param('id'), body),
);
