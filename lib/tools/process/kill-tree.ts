import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeLeftoverHomes } from './command-home';
import { type CommandMark, findCommandProcesses, findLeftoverProcesses } from './command-processes';
import { killFrozen, send } from './freeze';

/** Nothing may be left 2 s after a person pressed Stop. */
const gracePeriodMs = 1_800;
const forcedPeriodMs = 5_000;
const pollMs = 20;

/**
 * Ends a command and everything it started: SIGTERM, then SIGKILL after 1.8 s. Resolves when none of its
 * processes runs, or 5 s after the first SIGKILL if one is stuck inside the kernel. Returns false when some
 * may be left. `isReaper` says that the child is the command's reaper.
 */
export async function killTree(child: ChildProcess, mark: CommandMark, isReaper: boolean): Promise<boolean> {
  const rootPid = child.pid as number;
  if (process.platform === 'win32') return killOnWindows(rootPid);
  // Other systems show only the process group. A negative number names the complete group.
  if (process.platform !== 'linux') return killUntilGone(async () => (send(-rootPid, 0) ? [-rootPid] : []));
  const isComplete = isReaper ? await endBelow(child, mark) : true;
  if (isReaper && isComplete) return true;
  return (await killUntilGone(() => findCommandProcesses(rootPid, mark))) && isComplete;
}

/**
 * Ends everything below a reaper. The reaper exits when it has no child left; an empty list of processes is
 * no proof, because a process may start while the list is made. Returns false when the reaper was killed,
 * either by what it started or because time ran out.
 */
async function endBelow(reaper: ChildProcess, mark: CommandMark): Promise<boolean> {
  const rootPid = reaper.pid as number;
  const hasEnded = () => reaper.exitCode !== null || reaper.signalCode !== null;
  const listOthers = async () => (await findCommandProcesses(rootPid, mark)).filter((pid) => pid !== rootPid);
  const signaled = new Set<number>();
  const ask = async () => {
    for (const pid of await listOthers()) {
      if (!signaled.has(pid)) send(pid, 'SIGTERM');
      signaled.add(pid);
    }
  };
  const force = async () => {
    // A stopped reaper does not see a child end.
    send(rootPid, 'SIGCONT');
    killFrozen(rootPid);
    for (const pid of await listOthers()) send(pid, 'SIGKILL');
  };
  const isOver =
    (await repeatUntil(hasEnded, ask, gracePeriodMs)) || (await repeatUntil(hasEnded, force, forcedPeriodMs));
  if (!isOver) reaper.kill('SIGKILL');
  return isOver && reaper.exitCode === 0;
}

/** Returns false when time runs out first. */
async function repeatUntil(
  isDone: () => boolean,
  act: () => Promise<void>,
  periodMs: number,
): Promise<boolean> {
  const endsAt = performance.now() + periodMs;
  while (!isDone()) {
    if (performance.now() >= endsAt) return false;
    await act();
    if (!isDone()) await sleep(pollMs);
  }
  return true;
}

/**
 * Ends processes that a crashed server left running, before its runs continue, and removes the homes of its
 * commands. Commands of this process go on. Works on Linux only. Returns the number of processes found.
 */
export async function endLeftoverCommands(): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const found = await findLeftoverProcesses();
  if (found.length > 0) await killUntilGone(findLeftoverProcesses);
  await removeLeftoverHomes();
  return found.length;
}

async function killUntilGone(listRunning: () => Promise<number[]>): Promise<boolean> {
  const isGone = await signalUntilGone(listRunning, 'SIGTERM', gracePeriodMs);
  return isGone || signalUntilGone(listRunning, 'SIGKILL', forcedPeriodMs);
}

/**
 * Sends SIGTERM once to each process, and SIGKILL repeatedly, so that a process forked in between does not
 * escape.
 */
async function signalUntilGone(
  listRunning: () => Promise<number[]>,
  signal: 'SIGTERM' | 'SIGKILL',
  periodMs: number,
): Promise<boolean> {
  const signaled = new Set<number>();
  const endsAt = performance.now() + periodMs;
  for (;;) {
    const pids = await listRunning();
    if (pids.length === 0) return true;
    for (const pid of pids) {
      if (signal === 'SIGKILL' || !signaled.has(pid)) send(pid, signal);
      signaled.add(pid);
    }
    if (performance.now() >= endsAt) return false;
    await sleep(pollMs);
  }
}

/** Always returns true, because `taskkill` does not say what it missed. */
function killOnWindows(rootPid: number): Promise<boolean> {
  return new Promise((resolve) => {
    const killer = spawn('taskkill', ['/pid', String(rootPid), '/t', '/f'], { stdio: 'ignore' });
    killer.once('close', () => resolve(true));
    killer.once('error', () => resolve(true));
  });
}
