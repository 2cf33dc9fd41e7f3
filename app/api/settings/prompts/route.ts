import { handleRoute } from '@/lib/http/handle-route';
import { getApp } from '@/lib/server/app';
import { listSystemPrompts } from '@/lib/use-cases/settings';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({}, async () => listSystemPrompts((await getApp()).services));
