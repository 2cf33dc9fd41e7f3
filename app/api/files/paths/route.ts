import { handleRoute } from '@/lib/server/handle-route';
import { suggestPaths } from '@/lib/use-cases/suggest-paths';

export const GET = handleRoute({ action: 'files.read' }, async ({ services, actor, query, signal }) =>
  suggestPaths(services, actor, {
    text: query.get('text') ?? '',
    workspaceId: query.get('workspace'),
    signal,
  }),
);
