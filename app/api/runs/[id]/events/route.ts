import { readLastEventId, toEventStream } from '@/lib/http/event-stream';
import { handleRoute } from '@/lib/server/handle-route';
import { watchRun } from '@/lib/use-cases/watch-run';

/**
 * Streams the events of one run as server-sent events. `Last-Event-ID` resumes after the event with that
 * number.
 */
export const GET = handleRoute(
  { action: 'runs.read' },
  async ({ services, actor, param, headers, signal, mayStay }) => {
    const input = { runId: param('id'), lastVersion: readLastEventId(headers) };
    return toEventStream(await watchRun(services, actor, input), signal, mayStay);
  },
);
