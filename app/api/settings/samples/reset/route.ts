import { emptyBody } from '@/lib/contracts/run-requests';
import { handleRoute } from '@/lib/server/handle-route';
import { resetSampleFiles } from '@/lib/use-cases/sample-files';

export const POST = handleRoute({ action: 'samples.reset', body: emptyBody }, async ({ services, actor }) =>
  resetSampleFiles(services, actor),
);
