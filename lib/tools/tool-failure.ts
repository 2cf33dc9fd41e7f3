import type { Presentation } from '../domain/presentation';
import type { ToolErrorCode } from '../domain/tool-call';

/**
 * A tool expects such a failure: the file is missing, the text is not in it, someone stopped the run. Any
 * code inside a tool may throw it; the toolbox turns it into an outcome. A model and a person read the
 * message, so write complete sentences that say what to do instead, if anything.
 */
export class ToolFailure extends Error {
  constructor(
    readonly code: ToolErrorCode,
    message: string,
    readonly detail: Presentation | null = null,
  ) {
    super(message);
  }
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
