import { DatabaseUnavailable } from '../db/database-unavailable.port';
import { systemActor } from '../domain/actor';
import type { Run, RunState } from '../domain/run';
import type { RunId } from '../shared/ids';
import { commitAsPerson } from './commit-as-person';
import type { Services } from './services';

type ExpiryServices = Pick<Services, 'runs' | 'live' | 'clock'>;

/** Ends the wait of every request whose time is over. One that cannot be written does not hold up the others: it goes to `onError`. */
export async function expireApprovals(
  services: ExpiryServices & Pick<Services, 'approvals'>,
  onError: (error: unknown) => void,
): Promise<void> {
  for (const { runId } of await services.approvals.listOverdue(services.clock.now())) {
    try {
      await expireApproval(services, runId);
    } catch (error) {
      // The next sweep finds it again.
      if (error instanceof DatabaseUnavailable) return;
      onError(error);
    }
  }
}

/** Ends the wait of the run's request if its time is over and nobody has decided. */
export function expireApproval(services: ExpiryServices, runId: RunId): Promise<Run> {
  return commitAsPerson(services, systemActor, runId, ({ state }) => {
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
