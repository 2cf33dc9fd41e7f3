import { handleRoute } from '@/lib/server/handle-route';
import { openFile } from '@/lib/use-cases/open-file';

export const GET = handleRoute({ action: 'files.read' }, async ({ services, query }) =>
  openFile(services, { path: query.get('path') ?? '' }),
);
