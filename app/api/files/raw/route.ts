import { toFileResponse } from '@/lib/http/file-response';
import { handleRoute } from '@/lib/server/handle-route';
import { downloadFile } from '@/lib/use-cases/open-file';

/** `?path=…`; with `download`, a picture is a download too. Next answers `HEAD` with this as well. */
export const GET = handleRoute(
  { action: 'files.read' },
  async ({ services, actor, method, query, headers }) => {
    const file = await downloadFile(services, actor, { path: query.get('path') ?? '' });
    return toFileResponse(file, {
      range: headers.get('range'),
      isDownload: query.has('download'),
      hasBody: method !== 'HEAD',
    });
  },
);
