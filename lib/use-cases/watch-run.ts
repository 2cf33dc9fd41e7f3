import type { Actor } from '../domain/actor';
import type { ViewingServices } from './get-run';
import { loadRun } from './load-by-id';
import { openRunFeed } from './run-feed';
import type { Services } from './services';
import type { StreamMessage } from './stream-message';

/** Ends when the signal aborts, when the server is closing, or when the viewer falls too far behind: none of them ends the run. */
type OpenStream = (signal: AbortSignal) => AsyncGenerator<StreamMessage>;

/**
 * Everything that happens to a run from now on: first a snapshot, or the events since `lastVersion`, then live.
 * Throws `not_found` before the stream is opened.
 */
export async function watchRun(
  services: ViewingServices & Pick<Services, 'feeds'>,
  _actor: Actor,
  { runId, lastVersion }: { runId: string; lastVersion: number | null },
): Promise<OpenStream> {
  const run = await loadRun(services, runId);
  return async function* (signal) {
    const { thing: feed, release } = await services.feeds.use(run.id, () => openRunFeed(services, run));
    try {
      yield* feed.watch(lastVersion, signal);
    } finally {
      release();
    }
  };
}
