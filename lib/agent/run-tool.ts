import type { RunEvent } from '../domain/run-event';
import type { ToolCall, ToolOutcome } from '../domain/tool-call';
import type { Toolbox } from '../tools/toolbox.port';
import { isTimeout } from './deadline';
import { hashCall } from './hash-call';

/** Executes exactly the stored call. Its failure is a result like any other; nothing is tried again. */
export async function runTool(
  call: ToolCall,
  toolbox: Toolbox,
  signal: AbortSignal,
  timeLeftMs: number,
): Promise<Extract<RunEvent, { type: 'tool_finished' }>> {
  const startedAt = performance.now();
  const outcome = await execute(call, toolbox, signal);
  const durationMs = performance.now() - startedAt;
  // A timer may fire a fraction early; once it has fired the whole time is spent.
  const activeMs = isTimeout(signal) ? Math.max(durationMs, timeLeftMs) : durationMs;
  return { type: 'tool_finished', callId: call.id, outcome, durationMs, activeMs };
}

async function execute(call: ToolCall, toolbox: Toolbox, signal: AbortSignal): Promise<ToolOutcome> {
  if (hashCall(call) !== call.hash) {
    return failed('The stored call is not the one that was judged. It was not executed.');
  }
  try {
    return await toolbox.execute(call, signal);
  } catch (error) {
    return failed(`The tool broke: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function failed(message: string): ToolOutcome {
  return { ok: false, error: { code: 'unexpected', message }, detail: null };
}
