import { modelServerBody } from '@/lib/contracts/settings';
import { handleRoute } from '@/lib/http/handle-route';
import { countersign } from '@/lib/server/countersign';
import { testModel } from '@/lib/use-cases/settings';

export const POST = handleRoute({ body: modelServerBody }, async ({ body }) =>
  testModel((await countersign()).services, body),
);
