import { handleRoute } from '@/lib/http/handle-route';
import { getApp } from '@/lib/server/app';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({}, async () => ({
  servers: await (await getApp()).services.models.findLocalServers(),
}));
