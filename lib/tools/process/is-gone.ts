/**
 * Tells whether the process that left something is gone. The system may have given its number to this process
 * or to another program since. In that case, the leftover stays a little longer.
 */
export function isGone(pid: number): boolean {
  return Number.isNaN(pid) || pid === process.pid || !isRunning(pid);
}

/** Tells whether a process of this machine has this number. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Any other error means that the process belongs to another user.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
