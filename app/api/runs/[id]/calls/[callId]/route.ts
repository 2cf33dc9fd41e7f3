import { handleRoute } from '@/lib/server/handle-route';
import { getCallDetail } from '@/lib/use-cases/get-run';

export const GET = handleRoute({ action: 'runs.read' }, async ({ services, actor, param }) =>
  getCallDetail(services, actor, { runId: param('id'), callId: param('callId') }),
);
