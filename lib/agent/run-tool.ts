import type { RunEvent } from '../domain/run-event';
import type { ToolCall, ToolOutcome } from '../domain/tool-call';
import { describeBug } from '../shared/app-error';
import { isTimeout } from '../shared/deadline';
import type { ErrorId } from '../shared/ids';
import { hashCall } from './build-tool-call';
import type { DriverPorts } from './driver-ports';

/**
 * Executes exactly the stored call. A failure is a result like any other; nothing is retried. A tool throws
 * only for what it did not foresee: then the outcome is unknown, unless the call is safe to repeat.
 */
export async function runTool(
  call: ToolCall,
  ports: Pick<DriverPorts, 'toolbox' | 'reportBug'>,
  signal: AbortSignal,
  timeLeftMs: number,
): Promise<Extract<RunEvent, { type: 'tool_finished' | 'outcome_lost' }>> {
  const startedAt = performance.now();
  const outcome = await execute(call, ports, signal);
  const durationMs = performance.now() - startedAt;
  // A timer may fire slightly early, so all of the time counts as used once it has fired.
  const activeMs = isTimeout(signal) ? Math.max(durationMs, timeLeftMs) : durationMs;
  if ('lostBy' in outcome)
    return { type: 'outcome_lost', callId: call.id, errorId: outcome.lostBy, activeMs };
  return { type: 'tool_finished', callId: call.id, outcome, durationMs, activeMs };
}

async function execute(
  call: ToolCall,
  { toolbox, reportBug }: Pick<DriverPorts, 'toolbox' | 'reportBug'>,
  signal: AbortSignal,
): Promise<ToolOutcome | { lostBy: ErrorId }> {
  if (hashCall(call) !== call.hash) {
    return failed('The stored call is not the one that was judged. It was not executed.');
  }
  try {
    return await toolbox.execute(call, signal);
  } catch (error) {
    const errorId = reportBug(error);
    return call.isIdempotent ? failed(describeBug(errorId)) : { lostBy: errorId };
  }
}

function failed(message: string): ToolOutcome {
  return { ok: false, error: { code: 'unexpected', message }, detail: null };
}
