import { handleRoute } from '@/lib/http/handle-route';
import { countersign } from '@/lib/server/countersign';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({}, async () => ({
  servers: await (await countersign()).services.models.findLocalServers(),
}));
