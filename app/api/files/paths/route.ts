import { handleRoute } from '@/lib/http/handle-route';
import { getApp } from '@/lib/server/app';
import { suggestPaths } from '@/lib/use-cases/suggest-paths';

export const GET = handleRoute({}, async ({ query, signal }) =>
  suggestPaths((await getApp()).services, query.get('text') ?? '', signal),
);
