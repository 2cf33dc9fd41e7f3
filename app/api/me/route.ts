import { handleRoute } from '@/lib/server/handle-route';
import { getMe } from '@/lib/use-cases/get-me';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({ action: 'me.read' }, async ({ services, actor }) => getMe(services, actor));
