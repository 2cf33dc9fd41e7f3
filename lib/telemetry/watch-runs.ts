import type { RunStore } from '../db/ports/run-store.port';
import { toFacts } from './run-facts';
import type { Tell } from './telemetry.port';

/** Tells what each commit of a run changed, no matter who wrote it. */
export function watchRuns(runs: RunStore, tell: Tell): RunStore {
  return {
    ...runs,
    async create(request) {
      const created = await runs.create(request);
      if (created.isNew) tell({ type: 'run_started' });
      return created;
    },
    async commit(run, events, by) {
      const after = await runs.commit(run, events, by);
      for (const fact of toFacts(run, events, after, by.actor)) tell(fact);
      return after;
    },
  };
}
