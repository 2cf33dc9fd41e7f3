import type { RunId } from '../shared/ids';
import type { ViewingServices } from './get-run';
import { openRunFeed } from './run-feed';
import { createSharedOpen } from './shared-open';
import type { RunFeed, RunFeeds } from './stream-message';

/** Takes services that see everything: a feed outlasts the view of the reader who opened it. */
export function createRunFeeds(services: ViewingServices): RunFeeds {
  const shared = createSharedOpen<RunId, RunFeed>();
  return {
    use: (runId, find) => shared.use(runId, async () => openRunFeed(services, await find())),
    isUsed: shared.isUsed,
  };
}
