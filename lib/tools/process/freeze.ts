import { readdirSync, readFileSync } from 'node:fs';

/** The limit is short, because the freeze holds the event loop. The caller tries again. */
const limitMs = 30;

/**
 * Kills everything below a process on Linux. It first stops each process, until a look finds nothing new: a
 * stopped process starts no other one and does not notice that another one ends. It is synchronous, because a
 * process may live for less than a turn of the event loop.
 */
export function killFrozen(rootPid: number): void {
  const frozen = new Set<number>();
  const endsAt = performance.now() + limitMs;
  while (freezeBelow(rootPid, frozen, endsAt) && performance.now() < endsAt);
  for (const pid of frozen) send(pid, 'SIGKILL');
}

/** Returns true when it found a process that was not frozen yet. */
function freezeBelow(rootPid: number, frozen: Set<number>, endsAt: number): boolean {
  const sizeBefore = frozen.size;
  const toVisit = [rootPid];
  for (const pid of toVisit) {
    for (const child of listChildren(pid)) {
      if (!frozen.has(child)) send(child, 'SIGSTOP');
      frozen.add(child);
      toVisit.push(child);
    }
    if (performance.now() >= endsAt) break;
  }
  return frozen.size > sizeBefore;
}

/** Lists the children of all threads of a process. The list is empty where the kernel does not offer it. */
function listChildren(pid: number): number[] {
  try {
    const lists = readdirSync(`/proc/${pid}/task`).map((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8'),
    );
    return lists.join(' ').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** Returns false when there is no such process. A negative number names a group. */
export function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
