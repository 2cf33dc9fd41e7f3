import { readLastEventId, toEventStream } from '@/lib/http/event-stream';
import { handleRoute } from '@/lib/server/handle-route';
import { watchRun } from '@/lib/use-cases/watch-run';

/** Server-sent events of one run; `Last-Event-ID` resumes after the event with that number. */
export const GET = handleRoute(
  { action: 'runs.read' },
  async ({ services, actor, param, headers, signal }) => {
    const input = { runId: param('id'), lastVersion: readLastEventId(headers) };
    return toEventStream(await watchRun(services, actor, input), signal);
  },
);
