import { handleRoute } from '@/lib/server/handle-route';
import { listWorkspaces } from '@/lib/use-cases/list-workspaces';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({ action: 'workspaces.read' }, async ({ services, actor }) =>
  listWorkspaces(services, actor),
);
