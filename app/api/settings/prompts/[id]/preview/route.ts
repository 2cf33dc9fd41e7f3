import { handleRoute } from '@/lib/http/handle-route';
import { getApp } from '@/lib/server/app';
import { previewPrompt } from '@/lib/use-cases/preview-prompt';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({}, async ({ param, query }) =>
  previewPrompt((await getApp()).services, param('id'), query.get('workflow') ?? ''),
);
