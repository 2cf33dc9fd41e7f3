import { randomUUID } from 'node:crypto';
import { listProcesses, readEnvironment } from './process-table';

/**
 * A mark in the environment of a command, which all that it starts inherits: by it even a daemon is found that left
 * group and session. It names the server's own process, so that a later one knows what was left behind.
 */
export type CommandMark = { name: string; value: string };

const markName = 'COUNTERSIGN_COMMAND';

export function createMark(): CommandMark {
  return { name: markName, value: `${process.pid}.${randomUUID()}` };
}

/** Linux: what runs of a command: its group and session, all below these in the tree, all that carries its mark. */
export async function findCommandProcesses(rootPid: number, mark: CommandMark): Promise<number[]> {
  const entries = await listProcesses();
  const isMarked = await Promise.all(
    entries.map(async ({ pid }) => (await readEnvironment(pid)).includes(`${mark.name}=${mark.value}`)),
  );
  // The command leads its group; its own number is not enough, it may belong to somebody else once it has ended.
  const found = new Set<number>();
  for (const [index, { pid, groupId, sessionId }] of entries.entries()) {
    if (groupId === rootPid || sessionId === rootPid || isMarked[index]) found.add(pid);
  }
  let sizeBefore = -1;
  while (sizeBefore !== found.size) {
    sizeBefore = found.size;
    for (const { pid, parentPid } of entries) if (found.has(parentPid)) found.add(pid);
  }
  return [...found];
}

/** Linux: what runs of commands whose server is gone. To be asked before this process starts any itself. */
export async function findLeftoverProcesses(): Promise<number[]> {
  const entries = await listProcesses();
  const running = new Set(entries.map(({ pid }) => pid));
  const leftovers = await Promise.all(
    entries.map(async ({ pid }) => {
      const mark = (await readEnvironment(pid)).find((variable) => variable.startsWith(`${markName}=`));
      if (mark === undefined || pid === process.pid) return [];
      const serverPid = Number.parseInt(mark.slice(markName.length + 1), 10);
      return serverPid === process.pid || !running.has(serverPid) ? [pid] : [];
    }),
  );
  return leftovers.flat();
}
