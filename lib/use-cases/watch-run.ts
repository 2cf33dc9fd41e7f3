import type { RunLiveMessage } from '../contracts/runs';
import type { Actor } from '../domain/actor';
import type { Run } from '../domain/run';
import type { RecordedEvent } from '../domain/run-event';
import type { LiveUpdate } from '../runtime/live-updates.port';
import { type ViewingServices, viewRecorded } from './get-run';
import { loadRun } from './load-by-id';
import { loadRunFiles } from './load-run-files';
import { createPathLinker } from './path-linker';
import type { Services } from './services';
import { toTimelineHeader } from './views/run-view';
import { appendToTimeline, buildTimeline } from './views/timeline';

/** A message for the stream; `id` is the run's version after it, for what is stored. */
export type StreamMessage = { id: number | null; message: RunLiveMessage };

/** Ends when the signal aborts or the server is closing. The end of a stream is not the end of a run. */
type OpenStream = (signal: AbortSignal) => AsyncGenerator<StreamMessage>;

/**
 * Everything that happens to a run from now on: first a snapshot, or the events since `lastVersion`, then live.
 * Throws `not_found` before the stream is opened.
 */
export async function watchRun(
  services: ViewingServices,
  _actor: Actor,
  { runId, lastVersion }: { runId: string; lastVersion: number | null },
): Promise<OpenStream> {
  const run = await loadRun(services, runId);
  return (signal) => streamRun(services, run, lastVersion, signal);
}

/** Without gaps: it listens before it reads, and versions tell which events were already sent. */
async function* streamRun(
  services: ViewingServices,
  run: Run,
  lastVersion: number | null,
  signal: AbortSignal,
): AsyncGenerator<StreamMessage> {
  const inbox = openInbox(services.live, run.id, signal);
  try {
    const recorded = await services.runs.listEvents(run.id);
    const resumeAfter = lastVersion !== null && lastVersion <= recorded.length ? lastVersion : null;
    const seen = recorded.slice(0, resumeAfter ?? recorded.length);
    const linker = createPathLinker(services.toolbox, run);
    linker.see(seen);
    let timeline = buildTimeline(run, seen);
    const apply = async (event: RecordedEvent): Promise<StreamMessage> => {
      const { timeline: after, changed } = appendToTimeline(timeline, event);
      timeline = after;
      seen.push(event);
      linker.see([event]);
      return {
        id: event.version,
        message: {
          type: 'event',
          version: event.version,
          name: event.event.type,
          at: event.at.toISOString(),
          header: toTimelineHeader(after),
          items: linker.link(changed),
          files: await loadRunFiles(services, after.run, seen),
        },
      };
    };
    if (resumeAfter === null) {
      const view = await viewRecorded(services, run, seen, linker);
      yield { id: timeline.run.version, message: { type: 'snapshot', run: view } };
    } else {
      for (const event of recorded.slice(resumeAfter)) yield await apply(event);
    }
    const problem = services.live.outage();
    if (problem !== null) yield { id: null, message: { type: 'outage', problem } };
    for await (const update of inbox.updates()) {
      if (update.type === 'closing') return;
      if (update.type === 'outage') yield { id: null, message: update };
      if (update.type === 'text') yield { id: null, message: { type: 'text', text: update.text } };
      if (update.type === 'text_reset') yield { id: null, message: { type: 'text_reset' } };
      if (update.type !== 'version' || update.version <= timeline.run.version) continue;
      for (const event of await services.runs.listEvents(run.id, timeline.run.version))
        yield await apply(event);
    }
  } finally {
    inbox.close();
  }
}

/** A viewer that does not read is dropped rather than fed from memory; it comes back and resumes. */
const maxWaitingUpdates = 10_000;

function openInbox(
  live: Services['live'],
  runId: Parameters<Services['live']['subscribe']>[0],
  signal: AbortSignal,
) {
  const waiting: LiveUpdate[] = [];
  let wake = () => {};
  const wakeUp = () => wake();
  const unsubscribe = live.subscribe(runId, (update) => {
    if (waiting.length >= maxWaitingUpdates) waiting.splice(0, waiting.length, { type: 'closing' });
    else waiting.push(update);
    wakeUp();
  });
  signal.addEventListener('abort', wakeUp);
  return {
    async *updates(): AsyncGenerator<LiveUpdate> {
      while (!signal.aborted) {
        const update = waiting.shift();
        if (update) yield update;
        else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    },
    close() {
      unsubscribe();
      signal.removeEventListener('abort', wakeUp);
    },
  };
}
