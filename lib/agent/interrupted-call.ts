import type { RunEvent } from '../domain/run-event';
import type { RunId } from '../shared/ids';
import type { DriverPorts } from './driver-ports';

/**
 * Nobody knows how far the interrupted call came. If the run goes on, its model must not read that the call
 * did nothing. So the call still counts as running, and the next driver recovers it as after a crash.
 */
export function isCutShort(event: RunEvent): boolean {
  if (event.type !== 'tool_finished') return false;
  const { outcome } = event;
  if (!outcome.ok) return outcome.error.code === 'stopped';
  // A service manager may signal the commands together with the server.
  return outcome.detail?.kind === 'command_output' && outcome.detail.signal !== null;
}

/** When a person's stop ended the run, the call's outcome is stored with the call. */
export async function isCancelled(runId: RunId, { runs }: Pick<DriverPorts, 'runs'>): Promise<boolean> {
  return (await runs.find(runId))?.state.status === 'cancelled';
}
