import { handleRoute } from '@/lib/server/handle-route';
import { previewPrompt } from '@/lib/use-cases/preview-prompt';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({ action: 'prompts.read' }, async ({ services, actor, param, query }) =>
  previewPrompt(services, actor, { promptId: param('id'), workflowId: query.get('workflow') ?? '' }),
);
