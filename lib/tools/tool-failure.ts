import type { Obstacle } from '../domain/obstacle';
import type { Presentation } from '../domain/presentation';
import type { ToolErrorCode } from '../domain/tool-call';

/**
 * A tool expects such a failure: the file is missing, the text is not in it, someone stopped the run. Any
 * code inside a tool may throw it; the toolbox turns it into an outcome. The message is for the model, and
 * people read it in the record of the run, so write complete sentences that say what to do instead, if
 * anything. A person who decides about the call reads words about the `obstacle` instead. If there is none,
 * the person reads only that the call no longer works.
 */
export class ToolFailure extends Error {
  constructor(
    readonly code: ToolErrorCode,
    message: string,
    readonly detail: Presentation | null = null,
    readonly obstacle: Obstacle | null = null,
  ) {
    super(message);
  }
}

/** Creates a failure because of what is at a path of the call. */
export function obstructed(code: ToolErrorCode, message: string, obstacle: Obstacle): ToolFailure {
  return new ToolFailure(code, message, null, obstacle);
}

/** Returns the code of a file system error (`ENOENT`), or null for anything else. */
export function systemErrorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** Says why a signal was aborted: its deadline passed, or a person stopped the run. */
export function stoppedFailure(signal: AbortSignal, detail: Presentation | null = null): ToolFailure {
  const isTimeout = signal.reason instanceof Error && signal.reason.name === 'TimeoutError';
  return isTimeout
    ? new ToolFailure('timed_out', 'The run reached its time limit, so this was ended.', detail)
    : new ToolFailure('stopped', 'Stopped before it finished.', detail);
}

export function throwIfStopped(signal: AbortSignal): void {
  if (signal.aborted) throw stoppedFailure(signal);
}
