import { handleRoute } from '@/lib/http/handle-route';
import { countersign } from '@/lib/server/countersign';
import { listSystemPrompts } from '@/lib/use-cases/settings';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({}, async () => listSystemPrompts((await countersign()).services));
