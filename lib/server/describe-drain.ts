import { countOf } from '../shared/quantities';

/** Tells a person at a terminal what the server waits for before it ends. Returns null when that is nothing. */
export function describeDrain(runningTools: readonly string[]): string | null {
  const count = runningTools.length;
  if (count === 0) return null;
  const areCommands = runningTools.every((name) => name === 'run_command');
  const what = countOf(count, areCommands ? 'command' : 'tool call');
  return `Waiting for ${what} to finish. Press Ctrl+C again to stop at once.`;
}
