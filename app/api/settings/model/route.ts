import { modelSettingsBody } from '@/lib/contracts/settings';
import { handleRoute } from '@/lib/server/handle-route';
import { getModelSettings, saveModelSettings } from '@/lib/use-cases/settings';

export const dynamic = 'force-dynamic';

export const GET = handleRoute({ action: 'model.read' }, async ({ services, actor }) =>
  getModelSettings(services, actor),
);

export const PUT = handleRoute(
  { action: 'model.change', body: ({ models }) => modelSettingsBody(models.providers()) },
  async ({ services, actor, body }) => saveModelSettings(services, actor, body),
);
