import { handleRoute } from '@/lib/http/handle-route';
import { countersign } from '@/lib/server/countersign';
import { listWorkflows } from '@/lib/use-cases/list-workflows';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({}, async () => listWorkflows((await countersign()).services));
