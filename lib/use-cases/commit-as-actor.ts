import { type RunLedger, StaleRun } from '../db/ports/run-store.port';
import type { Actor } from '../domain/actor';
import type { Run } from '../domain/run';
import type { RunEvent } from '../domain/run-event';
import { failpoint } from '../shared/failpoint';
import { loadRun } from './load-by-id';
import type { Services } from './services';

/** Each lost attempt means that another write won. A run has few writers. */
const maxAttempts = 20;

/** `ledger` is what the decision has read of the run. */
export type Decided = { event: RunEvent; ledger?: RunLedger };

/**
 * Writes what a person or the system decides, beside the run's driver, against the newest state of the run.
 * When another writer was faster, `decide` looks at the state again: it throws, or returns null for "nothing
 * to do".
 */
export async function commitAsActor(
  services: Pick<Services, 'runs' | 'live'>,
  actor: Actor,
  runId: string,
  decide: (run: Run) => Decided | RunEvent | null | Promise<Decided | RunEvent | null>,
): Promise<Run> {
  for (let attempt = 1; ; attempt += 1) {
    const run = await loadRun(services, runId);
    const decision = await decide(run);
    if (!decision) return run;
    const { event, ledger } = 'event' in decision ? decision : { event: decision, ledger: undefined };
    failpoint('decision_uncommitted');
    try {
      const committed = await services.runs.commit(run, [event], { actor, owner: null, ledger });
      services.live.publishVersion(committed);
      return committed;
    } catch (error) {
      if (!(error instanceof StaleRun) || attempt === maxAttempts) throw error;
    }
  }
}
