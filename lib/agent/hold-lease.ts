import { isDatabaseFault } from '../db/ports/database-unavailable.port';
import type { RunStore } from '../db/ports/run-store.port';
import { failpoint } from '../shared/failpoint';
import type { RunId } from '../shared/ids';
import type { DriverPorts } from './driver-ports';

export type Lease = {
  runId: RunId;
  /**
   * Takes the run, or reads it again while this driver holds it. Returns null when another process drives the
   * run or it is gone.
   */
  claim: () => ReturnType<RunStore['claim']>;
  /** Keeps alive the lease of a run that a commit gave to this driver. */
  adopt: () => void;
  /** Aborts when another process took the run over. */
  lost: AbortSignal;
  /** Gives the run back. Work counts up to `heartbeatAt` if no event tells of it. */
  release: (heartbeatAt: Date | undefined) => Promise<void>;
  /** Stops renewing the lease, because a commit has given the run back. */
  end: () => void;
};

/**
 * Holds a lease on a run and renews it from the first `claim` until `release`. Each renewal stores
 * `heartbeatAt`, up to which active time counts if this process dies.
 */
export function holdLease(
  runId: RunId,
  { runs, owner, leaseMs, reportBug }: Pick<DriverPorts, 'runs' | 'owner' | 'leaseMs' | 'reportBug'>,
  heartbeatAt: () => Date | undefined,
): Lease {
  const lost = new AbortController();
  let timer: NodeJS.Timeout | null = null;
  const beat = async () => {
    try {
      if (!(await runs.renewLease(runId, owner, leaseMs, heartbeatAt())))
        lost.abort(new DOMException('Lease lost', 'AbortError'));
      failpoint('lease_renewed');
    } catch {
      // One failed renewal is harmless: the lease outlives several.
    }
  };
  const end = () => clearInterval(timer ?? undefined);
  const adopt = () => {
    failpoint('run_claimed');
    timer ??= setInterval(() => void beat(), leaseMs / 4);
  };
  return {
    runId,
    async claim() {
      const claimed = await runs.claim(runId, owner, leaseMs);
      if (claimed) adopt();
      return claimed;
    },
    adopt,
    lost: lost.signal,
    end,
    async release(heartbeatAt) {
      if (timer === null) return;
      end();
      try {
        await runs.releaseLease(runId, owner, heartbeatAt);
      } catch (error) {
        // The lease runs out by itself, and this process may claim the run again before that.
        if (!isDatabaseFault(error)) reportBug(error);
      }
    },
  };
}
