import { toEventStream } from '@/lib/http/event-stream';
import { handleRoute } from '@/lib/http/handle-route';
import { getApp } from '@/lib/server/app';
import { getRun } from '@/lib/use-cases/get-run';
import { watchRun } from '@/lib/use-cases/watch-run';

/** Server-sent events of one run; `Last-Event-ID` resumes after the event with that number. */
export const GET = handleRoute({}, async ({ param, headers, signal }) => {
  const { services } = await getApp();
  const { header } = await getRun(services, param('id'));
  const lastEventId = headers.get('last-event-id');
  const lastVersion = lastEventId && /^\d{1,9}$/.test(lastEventId) ? Number(lastEventId) : null;
  return toEventStream((gone) => watchRun(services, header.id, lastVersion, gone), signal);
});
