import { workspaceBody } from '@/lib/contracts/workspaces';
import { handleRoute } from '@/lib/server/handle-route';
import { resetSampleFiles } from '@/lib/use-cases/sample-files';

export const POST = handleRoute(
  { action: 'samples.reset', body: workspaceBody },
  async ({ services, actor, body }) => resetSampleFiles(services, actor, body),
);
