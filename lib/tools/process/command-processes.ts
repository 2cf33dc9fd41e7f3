import { randomUUID } from 'node:crypto';
import { oncePerProcess } from '../../shared/once-per-process';
import { listProcesses, type ProcessEntry, readEnvironment } from './process-table';

/**
 * Marks the environment of a command with a variable. Every process that the command starts inherits the
 * mark, so the server finds even a daemon that left its group and session. The mark names the server's
 * process, so that a later server finds leftovers.
 */
export type CommandMark = { name: string; value: string };

const markName = 'COUNTERSIGN_COMMAND';

/**
 * The marks of this process begin with this text. The process id alone could be that of an earlier server, as
 * in a container.
 */
const ownMarks = oncePerProcess('command marks', () => `${process.pid}.${randomUUID()}.`);

export function createMark(): CommandMark {
  return { name: markName, value: `${ownMarks}${randomUUID()}` };
}

/**
 * Finds the running processes of a command on Linux: its group and session, their descendants, and every
 * process with its mark.
 */
export async function findCommandProcesses(rootPid: number, mark: CommandMark): Promise<number[]> {
  const entries = await listProcesses();
  const isMarked = await Promise.all(
    entries.map(async ({ pid }) => (await readEnvironment(pid)).includes(`${mark.name}=${mark.value}`)),
  );
  // The command leads its group. Its process id alone is not enough: the system may reuse it once the command
  // has ended.
  const found = new Set<number>();
  for (const [index, { pid, groupId, sessionId }] of entries.entries()) {
    if (groupId === rootPid || sessionId === rootPid || isMarked[index]) found.add(pid);
  }
  return withDescendants(found, entries);
}

function withDescendants(roots: Iterable<number>, entries: readonly ProcessEntry[]): number[] {
  const found = new Set(roots);
  let sizeBefore = -1;
  while (sizeBefore !== found.size) {
    sizeBefore = found.size;
    for (const { pid, parentPid } of entries) if (found.has(parentPid)) found.add(pid);
  }
  return [...found];
}

/** Finds the running processes of commands whose server is gone. Works on Linux only. */
export async function findLeftoverProcesses(): Promise<number[]> {
  const entries = await listProcesses();
  const running = new Set(entries.map(({ pid }) => pid));
  const leftovers = await Promise.all(
    entries.map(async ({ pid }) => {
      const variables = await readEnvironment(pid);
      const mark = variables.find((name) => name.startsWith(`${markName}=`))?.slice(markName.length + 1);
      if (mark === undefined || mark.startsWith(ownMarks) || pid === process.pid) return [];
      const serverPid = Number.parseInt(mark, 10);
      return serverPid === process.pid || !running.has(serverPid) ? [pid] : [];
    }),
  );
  return withDescendants(leftovers.flat(), entries);
}
