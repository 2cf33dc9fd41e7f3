import { handleRoute } from '@/lib/server/handle-route';
import { openFile } from '@/lib/use-cases/open-file';

export const GET = handleRoute({ action: 'files.read' }, async ({ services, actor, query }) =>
  openFile(services, actor, { path: query.get('path') ?? '', workspaceId: query.get('workspace') }),
);
