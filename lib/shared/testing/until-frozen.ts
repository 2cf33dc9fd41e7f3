import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves when SIGSTOP has stopped the process, which takes a moment on a busy machine. */
export async function untilFrozen(pid: number): Promise<void> {
  while (!execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('T'))
    await sleep(20);
}
