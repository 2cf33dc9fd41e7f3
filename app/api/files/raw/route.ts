import { toFileResponse } from '@/lib/http/file-response';
import { handleRoute } from '@/lib/http/handle-route';
import { getApp } from '@/lib/server/app';
import { downloadFile } from '@/lib/use-cases/open-file';

const send = (hasBody: boolean) =>
  handleRoute({}, async ({ query, headers }) => {
    const file = await downloadFile((await getApp()).services, query.get('path') ?? '');
    return toFileResponse(file, {
      range: headers.get('range'),
      isDownload: query.has('download'),
      hasBody,
    });
  });

/** `?path=…`; with `download`, a picture is a download too. */
export const GET = send(true);
export const HEAD = send(false);
