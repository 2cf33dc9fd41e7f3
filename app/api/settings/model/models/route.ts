import { modelServerBody } from '@/lib/contracts/settings';
import { handleRoute } from '@/lib/http/handle-route';
import { countersign } from '@/lib/server/countersign';
import { listModels } from '@/lib/use-cases/settings';

export const POST = handleRoute({ body: modelServerBody }, async ({ body }) =>
  listModels((await countersign()).services, body),
);
