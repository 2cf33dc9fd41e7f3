/**
 * Whether the process that left something behind is gone. Its number may have been given to this one or to another program since: what
 * it left then stays a little longer.
 */
export function isGone(pid: number): boolean {
  if (Number.isNaN(pid) || pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    // Another error: it is somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
