import { findInstance } from '../db/opening/instance';

/** Returns the port of the server that runs on this data folder, or null when none does. */
export async function findRunningPort(dataDir: string): Promise<number | null> {
  const server = await findInstance(dataDir);
  return server?.port && isRunning(server.pid) ? server.port : null;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
