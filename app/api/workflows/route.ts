import { handleRoute } from '@/lib/http/handle-route';
import { getApp } from '@/lib/server/app';
import { listWorkflows } from '@/lib/use-cases/list-workflows';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({}, async () => listWorkflows((await getApp()).services));
