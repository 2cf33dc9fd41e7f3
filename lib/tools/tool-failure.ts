import type { Presentation } from '../domain/presentation';
import type { ToolErrorCode } from '../domain/tool-call';

/**
 * A call that did not work for a reason a tool expects: the file is missing, the text is not there, it was stopped.
 * Thrown anywhere inside a tool; the toolbox turns it into an outcome. The message is read by a model and by a
 * person: whole sentences, saying what to do instead where there is something.
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

/** The code of a file system error (`ENOENT`), or null for anything else. */
export function systemErrorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** Why a signal was aborted: its deadline passed, or somebody stopped the run. */
export function stoppedFailure(signal: AbortSignal, detail: Presentation | null = null): ToolFailure {
  const isTimeout = signal.reason instanceof Error && signal.reason.name === 'TimeoutError';
  return isTimeout
    ? new ToolFailure('timed_out', 'The time for this run was over, so it was ended.', detail)
    : new ToolFailure('stopped', 'It was stopped before it was done.', detail);
}

export function throwIfStopped(signal: AbortSignal): void {
  if (signal.aborted) throw stoppedFailure(signal);
}
