import { readdirSync, readFileSync } from 'node:fs';

/** It holds the event loop, so it is short. The caller comes back. */
const limitMs = 30;

/**
 * Linux: kills everything below a process. Stops each one first, until a look finds nothing new: what is stopped starts no other one,
 * and nobody notices that another one ends. Synchronous, because a process may live for less than a turn of the event loop.
 */
export function killFrozen(rootPid: number): void {
  const frozen = new Set<number>();
  const endsAt = performance.now() + limitMs;
  while (freezeBelow(rootPid, frozen, endsAt) && performance.now() < endsAt);
  for (const pid of frozen) send(pid, 'SIGKILL');
}

/** True when it found one that was not frozen yet. */
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

/** The children of all its threads. None where the kernel does not list them. */
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

/** False when there is no such process. A negative number names a group. */
export function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
