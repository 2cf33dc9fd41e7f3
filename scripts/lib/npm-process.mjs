import { execFileSync } from 'node:child_process';
import path from 'node:path';

const pollMs = 1_000;

/**
 * Calls back once the npm that runs this script has died: `kill -9` gives it no time to tell. Call it first thing, since npm may die
 * at any moment, or may have died already. Nothing is watched without npm, and on Windows, which has no `ps`.
 */
export function whenNpmIsGone(act) {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const npm = findNpm(parent);
  if (npm === 'gone') return act();
  if (npm === null) return;
  const timer = setInterval(() => {
    if (isRunning(npm) && process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, pollMs);
  timer.unref();
}

/** npm runs a script through a shell, which may still be there or have become the script. Null: not on this system. */
function findNpm(parent) {
  try {
    const [, grandparent, command] = /^(\d+)\s+(.*)/.exec(ask('ppid=,args=', parent)) ?? [];
    if (command === undefined) return null;
    const npm = /^\S*sh -c /.test(command) ? Number(grandparent) : parent;
    return isOwnScript() && ask('pgid=', npm) !== ask('pgid=', process.pid) ? 'gone' : npm;
  } catch {
    return process.ppid === parent ? null : 'gone';
  }
}

const ask = (columns, pid) =>
  execFileSync('ps', ['-o', columns, '-p', String(pid)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

/**
 * Whether npm runs just this script. It then shares its process group with it. Who adopts the orphans of a dead npm does not, whether it
 * is process 1 or another; npm itself may be process 1 in a container. Other programs inherit npm's variables and may do as they like.
 */
function isOwnScript() {
  const script = path.relative(process.cwd(), process.argv[1]);
  return process.env['npm_lifecycle_script'] === `node ${script}`;
}

/** Whether there is a process with this id, of whatever user. */
export function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
