import { handleRoute } from '@/lib/server/handle-route';
import { listSystemPrompts } from '@/lib/use-cases/settings';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({ action: 'prompts.read' }, async ({ services, actor }) =>
  listSystemPrompts(services, actor),
);
