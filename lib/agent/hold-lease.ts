import type { RunId } from '../shared/ids';
import type { DriverPorts } from './driver-ports';

/** Keeps the lease alive while a run is driven. `lost` aborts when somebody else took the run over. */
export function holdLease(
  runId: RunId,
  { runs, owner, leaseMs }: Pick<DriverPorts, 'runs' | 'owner' | 'leaseMs'>,
): { lost: AbortSignal; release: () => Promise<void> } {
  const lost = new AbortController();
  const beat = async () => {
    try {
      if (!(await runs.renewLease(runId, owner, leaseMs)))
        lost.abort(new DOMException('Lease lost', 'AbortError'));
    } catch {
      // A beat that fails is one beat less: the lease outlives several.
    }
  };
  const timer = setInterval(() => void beat(), leaseMs / 4);
  return {
    lost: lost.signal,
    release: async () => {
      clearInterval(timer);
      await runs.releaseLease(runId, owner);
    },
  };
}
