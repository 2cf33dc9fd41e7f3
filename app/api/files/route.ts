import { handleRoute } from '@/lib/http/handle-route';
import { getApp } from '@/lib/server/app';
import { openFile } from '@/lib/use-cases/open-file';

export const GET = handleRoute({}, async ({ query }) =>
  openFile((await getApp()).services, query.get('path') ?? ''),
);
