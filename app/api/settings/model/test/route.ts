import { modelServerBody } from '@/lib/contracts/settings';
import { handleRoute } from '@/lib/http/handle-route';
import { getApp } from '@/lib/server/app';
import { testModel } from '@/lib/use-cases/settings';

export const POST = handleRoute({ body: modelServerBody }, async ({ body }) =>
  testModel((await getApp()).services, body),
);
