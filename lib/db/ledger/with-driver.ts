import type { RunId } from '../../shared/ids';
import type { DriverSource, ReservedDriver, TakenRun } from '../ports/run-store.port';
import type { Taking } from '../ports/run-writer.port';

/** Leaves every run to the sweep, which finds its request. */
export const noDrivers: DriverSource = { dispatch: () => {}, reserve: () => null };

export const toTaking = ({ owner, leaseMs }: ReservedDriver): Taking => ({ owner, leaseMs });

/**
 * Writes with a driver that may take the run in the same commit. `taken` is the run as that driver begins
 * with it. The driver begins nothing when `taken` is null or `work` throws.
 */
export async function withDriver<Answer>(
  drivers: DriverSource,
  runId: RunId,
  work: (driver: ReservedDriver | null) => Promise<{ answer: Answer; taken: TakenRun | null }>,
): Promise<Answer> {
  const driver = drivers.reserve(runId);
  let taken: TakenRun | null = null;
  try {
    const done = await work(driver);
    taken = done.taken;
    return done.answer;
  } finally {
    if (taken) driver?.take(taken);
    else driver?.decline();
  }
}
