import type { RunEvent } from '../domain/run-event';
import { ServerStopping } from '../runtime/dispatcher.port';
import type { RunId } from '../shared/ids';
import type { DriverPorts } from './driver-ports';

/**
 * After the server begins to shut down, a call has this long to end by itself. A command that does not end
 * then gets another 1.8 s.
 */
const shutdownGraceMs = 400;

/**
 * Runs `work` with a signal that aborts when `outer` does. When the server shuts down, the signal aborts
 * later, so a call that has almost ended keeps its result.
 */
export async function withShutdownGrace<T>(
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const patient = new AbortController();
  const abort = () => patient.abort(outer.reason);
  let timer: NodeJS.Timeout | undefined;
  const forward = () => {
    if (outer.reason instanceof ServerStopping) timer = setTimeout(abort, shutdownGraceMs);
    else abort();
  };
  if (outer.aborted) forward();
  outer.addEventListener('abort', forward, { once: true });
  try {
    return await work(patient.signal);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', forward);
  }
}

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
