import { toEventStream } from '@/lib/http/event-stream';
import { handleRoute } from '@/lib/server/handle-route';
import { getRun } from '@/lib/use-cases/get-run';
import { watchRun } from '@/lib/use-cases/watch-run';

/** Server-sent events of one run; `Last-Event-ID` resumes after the event with that number. */
export const GET = handleRoute(
  { action: 'runs.read' },
  async ({ services, actor, param, headers, signal }) => {
    const runId = param('id');
    await getRun(services, actor, { runId });
    const lastEventId = headers.get('last-event-id');
    const lastVersion = lastEventId && /^\d{1,9}$/.test(lastEventId) ? Number(lastEventId) : null;
    return toEventStream((gone) => watchRun(services, actor, { runId, lastVersion, signal: gone }), signal);
  },
);
