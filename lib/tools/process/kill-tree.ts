import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeLeftoverHomes } from './command-home';
import { type CommandMark, findCommandProcesses, findLeftoverProcesses } from './command-processes';

/** Nothing is to be left 2 s after a person pressed Stop. */
const gracePeriodMs = 1_800;
const forcedPeriodMs = 5_000;
const pollMs = 20;

/**
 * Ends a command and everything it started: SIGTERM, then SIGKILL after 1.8 s. Resolves when none of its processes runs, or
 * 5 s after the first SIGKILL if one is stuck inside the kernel.
 */
export async function killTree(rootPid: number, mark: CommandMark, isReaper: boolean): Promise<void> {
  if (process.platform === 'win32') return killOnWindows(rootPid);
  // Other systems show only the process group. A negative number names the complete group.
  const listGroup = async () => (send(-rootPid, 0) ? [-rootPid] : []);
  const listRunning = async () => {
    const running = await findCommandProcesses(rootPid, mark);
    // Without its reaper a new daemon could not be found, so the reaper ends last.
    const others = running.filter((pid) => pid !== rootPid);
    return isReaper && others.length > 0 ? others : running;
  };
  await killUntilGone(process.platform === 'linux' ? listRunning : listGroup);
}

/**
 * Ends processes that a crashed server left running, before its runs continue, and removes the homes of its commands. Commands of this
 * process go on. Linux only. Returns the number of processes found.
 */
export async function endLeftoverCommands(): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const found = await findLeftoverProcesses();
  if (found.length > 0) await killUntilGone(findLeftoverProcesses);
  await removeLeftoverHomes();
  return found.length;
}

async function killUntilGone(listRunning: () => Promise<number[]>): Promise<void> {
  const isGone = await signalUntilGone(listRunning, 'SIGTERM', gracePeriodMs);
  if (!isGone) await signalUntilGone(listRunning, 'SIGKILL', forcedPeriodMs);
}

/** Sends SIGTERM once to each process, SIGKILL repeatedly: a process forked in between must not escape. */
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

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

function killOnWindows(rootPid: number): Promise<void> {
  return new Promise((resolve) => {
    const killer = spawn('taskkill', ['/pid', String(rootPid), '/t', '/f'], { stdio: 'ignore' });
    killer.once('close', () => resolve());
    killer.once('error', () => resolve());
  });
}
