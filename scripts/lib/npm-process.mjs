import { execFileSync } from 'node:child_process';

const pollMs = 1_000;

/** Calls back once the npm that runs this script has died. `kill -9` gives it no time to tell. */
export function whenNpmIsGone(act) {
  const npm = process.env['npm_lifecycle_event'] === undefined ? null : findNpm(process.ppid);
  if (npm === null) return;
  const timer = setInterval(() => {
    if (isRunning(npm)) return;
    clearInterval(timer);
    act();
  }, pollMs);
  timer.unref();
}

/** npm runs a script through a shell, which may still be there or have become the script. Null: not on this system. */
function findNpm(parent) {
  try {
    const output = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(parent)], { encoding: 'utf8' });
    const [, grandparent, command] = /^\s*(\d+)\s+(.*)/.exec(output) ?? [];
    if (command === undefined) return null;
    return /^\S*sh -c /.test(command) ? Number(grandparent) : parent;
  } catch {
    return null;
  }
}

/** Whether there is a process with this id, of whatever user. */
export function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
