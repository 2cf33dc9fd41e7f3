import { handleRoute } from '@/lib/server/handle-route';
import { listWorkflows } from '@/lib/use-cases/list-workflows';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({ action: 'workflows.read', isShared: true }, async ({ services, actor }) =>
  listWorkflows(services, actor),
);
