import { modelSettingsBody } from '@/lib/contracts/settings';
import { handleRoute } from '@/lib/http/handle-route';
import { countersign } from '@/lib/server/countersign';
import { getModelSettings, saveModelSettings } from '@/lib/use-cases/settings';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({}, async () => getModelSettings((await countersign()).services));

export const PUT = handleRoute({ body: modelSettingsBody }, async ({ body }) =>
  saveModelSettings((await countersign()).services, body),
);
