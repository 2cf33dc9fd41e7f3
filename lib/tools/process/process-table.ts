import { readdir, readFile } from 'node:fs/promises';

type ProcessEntry = { pid: number; parentPid: number; groupId: number; sessionId: number };

/**
 * Linux: every process that belongs to a command and still runs: in its group or session, below it in the tree, or
 * carrying its mark in the environment (a daemon that left both). Zombies count as gone.
 */
export async function findCommandProcesses(rootPid: number, mark: string): Promise<number[]> {
  const entries = await listProcesses();
  // The command leads its group; its own number is not enough, it may belong to somebody else once it has ended.
  const found = new Set<number>();
  const marked = await Promise.all(entries.map(({ pid }) => hasMark(pid, mark)));
  for (const [index, { pid, groupId, sessionId }] of entries.entries()) {
    if (groupId === rootPid || sessionId === rootPid || marked[index]) found.add(pid);
  }
  let sizeBefore = 0;
  while (sizeBefore !== found.size) {
    sizeBefore = found.size;
    for (const { pid, parentPid } of entries) if (found.has(parentPid)) found.add(pid);
  }
  return entries.map(({ pid }) => pid).filter((pid) => found.has(pid));
}

async function listProcesses(): Promise<ProcessEntry[]> {
  const names = await readdir('/proc');
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const entries = await Promise.all(pids.map(readProcess));
  return entries.filter((entry) => entry !== null);
}

/** Null for a process that has ended. The fields follow the last bracket: the name in it may hold anything. */
async function readProcess(pid: number): Promise<ProcessEntry | null> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [state, parentPid, groupId, sessionId] = line.slice(line.lastIndexOf(')') + 2).split(' ');
  if (state === undefined || state === '' || state === 'Z' || state === 'X') return null;
  return { pid, parentPid: Number(parentPid), groupId: Number(groupId), sessionId: Number(sessionId) };
}

/** False as well for processes of other users, whose environment cannot be read. */
async function hasMark(pid: number, mark: string): Promise<boolean> {
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  return environment.split('\0').includes(mark);
}
