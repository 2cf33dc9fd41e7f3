import { emptyBody } from '@/lib/contracts/run-requests';
import { handleRoute } from '@/lib/server/handle-route';
import { undoSampleReset } from '@/lib/use-cases/sample-files';

export const POST = handleRoute({ action: 'samples.reset', body: emptyBody }, async ({ services, actor }) =>
  undoSampleReset(services, actor),
);
