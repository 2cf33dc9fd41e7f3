import { modelServerBody } from '@/lib/contracts/settings';
import { handleRoute } from '@/lib/http/handle-route';
import { getApp } from '@/lib/server/app';
import { listModels } from '@/lib/use-cases/settings';

export const POST = handleRoute({ body: modelServerBody }, async ({ body }) =>
  listModels((await getApp()).services, body),
);
