import { DatabaseUnavailable } from '../db/ports/database-unavailable.port';
import { systemActor } from '../domain/actor';
import type { Run, RunState } from '../domain/run';
import type { RunId } from '../shared/ids';
import { commitAsActor } from './commit-as-actor';
import type { Services } from './services';

type ExpiryServices = Pick<Services, 'runs' | 'live' | 'clock'>;

/**
 * Returns a function that ends the wait of every request whose time is over. A request that cannot be written
 * does not hold up the others: its failure goes to `onError`, once for each run.
 */
export function createApprovalExpiry(
  services: ExpiryServices & Pick<Services, 'approvals'>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const failing = new Set<RunId>();
  return async () => {
    for (const { runId } of await services.approvals.listOverdue(services.clock.now())) {
      try {
        await expireApproval(services, runId);
        failing.delete(runId);
      } catch (error) {
        // The next sweep finds the request again.
        if (error instanceof DatabaseUnavailable) return;
        if (!failing.has(runId)) onError(error);
        failing.add(runId);
      }
    }
  };
}

/** Ends the wait of the run's request if its time is over and nobody has decided. */
export function expireApproval(services: ExpiryServices, runId: RunId): Promise<Run> {
  return commitAsActor(services, systemActor, runId, ({ state }) => {
    if (state.status !== 'awaiting_approval' || !isOverdue(state, services.clock.now())) return null;
    return { type: 'approval_expired', approvalId: state.approvalId, callId: state.call.id };
  });
}

export function isOverdue(
  { expiresAt }: Pick<Extract<RunState, { status: 'awaiting_approval' }>, 'expiresAt'>,
  now: Date,
): boolean {
  return expiresAt !== null && expiresAt <= now;
}
