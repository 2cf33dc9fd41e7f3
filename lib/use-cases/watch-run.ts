import type { Actor } from '../domain/actor';
import { isId } from '../shared/ids';
import { type ViewingServices, viewRun } from './get-run';
import { loadRun } from './load-by-id';
import type { Services } from './services';
import type { StreamMessage } from './stream-message';
import { findDamage } from './views/damaged-run';

/**
 * The stream ends when the signal aborts, when the server is closing, or when the viewer falls too far
 * behind. None of them ends the run.
 */
type OpenStream = (signal: AbortSignal) => AsyncGenerator<StreamMessage>;

/**
 * Streams everything that happens to a run from now on: first a snapshot, or the events since `lastVersion`,
 * then live. A run with a damaged row is shown as damaged, and the stream ends. Throws `not_found` before the
 * stream is opened.
 */
export async function watchRun(
  services: ViewingServices & Pick<Services, 'feeds'>,
  actor: Actor,
  { runId, lastVersion }: { runId: string; lastVersion: number | null },
): Promise<OpenStream> {
  // A run that is watched exists, so each further viewer saves a look at the database.
  const isWatched = isId('run', runId) && services.feeds.isUsed(runId);
  const known =
    isWatched && (await services.runs.isSeen(runId)) ? { id: runId } : await loadRun(services, runId);
  const find = async () => ('state' in known ? known : loadRun(services, known.id));
  const follow: OpenStream = async function* (signal) {
    const { thing: feed, release } = await services.feeds.use(known.id, find);
    try {
      yield* feed.watch(actor, lastVersion, signal);
    } finally {
      release();
    }
  };
  return async function* (signal) {
    try {
      yield* follow(signal);
    } catch (error) {
      const run = await find();
      if (!findDamage(error, run)) throw error;
      yield { id: null, message: { type: 'snapshot', run: await viewRun(services, actor, run) } };
    }
  };
}
