import { handleRoute } from '@/lib/http/handle-route';
import { countersign } from '@/lib/server/countersign';
import { previewPrompt } from '@/lib/use-cases/preview-prompt';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({}, async ({ param, query }) =>
  previewPrompt((await countersign()).services, param('id'), query.get('workflow') ?? ''),
);
