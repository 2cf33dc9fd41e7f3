import { readdir, readFile } from 'node:fs/promises';

export type ProcessEntry = { pid: number; parentPid: number; groupId: number; sessionId: number };

/** Lists every running process on Linux. Zombies have ended, so they do not count. */
export async function listProcesses(): Promise<ProcessEntry[]> {
  const names = await readdir('/proc');
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const entries = await Promise.all(pids.map(readProcess));
  return entries.filter((entry) => entry !== null);
}

/**
 * Returns the variables that a process was started with. There are none if the process has ended or belongs
 * to another user.
 */
export async function readEnvironment(pid: number): Promise<string[]> {
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  return environment.split('\0');
}

/**
 * Returns null for a process that has ended. The fields follow the last bracket, because the name before it
 * may contain anything.
 */
async function readProcess(pid: number): Promise<ProcessEntry | null> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [state, parentPid, groupId, sessionId] = line.slice(line.lastIndexOf(')') + 2).split(' ');
  if (state === undefined || state === '' || state === 'Z' || state === 'X') return null;
  return { pid, parentPid: Number(parentPid), groupId: Number(groupId), sessionId: Number(sessionId) };
}
