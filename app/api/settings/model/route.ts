import { modelSettingsBody } from '@/lib/contracts/settings';
import { handleRoute } from '@/lib/http/handle-route';
import { getApp } from '@/lib/server/app';
import { getModelSettings, saveModelSettings } from '@/lib/use-cases/settings';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({}, async () => getModelSettings((await getApp()).services));

export const PUT = handleRoute({ body: modelSettingsBody }, async ({ body }) =>
  saveModelSettings((await getApp()).services, body),
);
