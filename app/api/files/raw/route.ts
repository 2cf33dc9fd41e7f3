import { toFileResponse } from '@/lib/http/file-response';
import { handleRoute } from '@/lib/server/handle-route';
import { downloadFile } from '@/lib/use-cases/open-file';

/**
 * Sends the file at `?path=…`. With `download`, it sends a picture as a download, too. Next also answers
 * `HEAD` with this.
 */
export const GET = handleRoute(
  { action: 'files.read' },
  async ({ services, actor, method, query, headers }) => {
    const file = await downloadFile(services, actor, {
      path: query.get('path') ?? '',
      workspaceId: query.get('workspace'),
    });
    return toFileResponse(file, {
      range: headers.get('range'),
      isDownload: query.has('download'),
      hasBody: method !== 'HEAD',
    });
  },
);
