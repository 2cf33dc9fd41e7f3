import { execFileSync } from 'node:child_process';
import path from 'node:path';

const pollMs = 1_000;

/**
 * Calls back once the npm that runs this script has died, because `kill -9` gives npm no time to tell. Call
 * it first, since npm may die at any moment, or may already be dead. It watches nothing without npm, and
 * nothing on Windows, which has no `ps`.
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

/**
 * npm runs a script through a shell, which may still run or may have become the script. Returns null on a
 * system that cannot tell.
 */
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
 * Tells whether npm runs just this script, and so shares its process group. A process that adopts the orphans
 * of a dead npm has another group, whether it is process 1 or not; npm itself may be process 1 in a
 * container. Other programs inherit npm's variables and may do as they like.
 */
function isOwnScript() {
  const script = path.relative(process.cwd(), process.argv[1]);
  return process.env['npm_lifecycle_script'] === `node ${script}`;
}

/** Tells whether a process with this id runs, for any user. */
export function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
