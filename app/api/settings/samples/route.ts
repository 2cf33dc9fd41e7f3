import { handleRoute } from '@/lib/server/handle-route';
import { getSampleFiles } from '@/lib/use-cases/sample-files';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({ action: 'samples.read' }, async ({ services, actor, query }) =>
  getSampleFiles(services, actor, { workspaceId: query.get('workspace') }),
);
