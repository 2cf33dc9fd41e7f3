import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './command.mjs';
import { elapsed, say, stop } from './report.mjs';

/** This is the only package whose compiled code fits a single version of Node, system and processor. */
const name = 'better-sqlite3';
const binary = path.join('node_modules', name, 'build', 'Release', 'better_sqlite3.node');
const stamp = path.join('node_modules', '.countersign-native');
const machine = `${process.platform} ${process.arch}`;

/**
 * Checks that the database driver fits the Node that runs this process. It rebuilds a driver that does not
 * fit, and ends the command when the rebuild does not help. It looks only when Node, the machine or the
 * compiled file has changed since the last time.
 */
export async function ensureNativeModule() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === describeBuild()) return;
  let plan = planForDriver(await inspectDriver());
  let output = '';
  if (plan.action === 'rebuild') {
    const since = Date.now();
    say(plan.message);
    ({ output } = await run('npm', ['rebuild', name], { quiet: true, env: compilerSettings() }));
    plan = planForDriver(await inspectDriver(), { wasRebuilt: true });
    if (plan.action === 'use') say(`Rebuilt in ${elapsed(since)}.`);
  }
  if (plan.action === 'refuse') stop(`${output.trim()}\n\n${plan.message}`.trim());
  writeFileSync(stamp, describeBuild());
}

/**
 * Decides what to do with a driver.
 *
 * @param {{ loads: boolean, hasObjectHooks: boolean }} driver whether this Node loads it, and whether it has
 * the hooks that make the server abort later, when Node collects objects
 * @param {{ wasRebuilt?: boolean, node?: string }} [options] whether a rebuild was tried (default: no), and a
 * person's name for the Node that runs this process
 * @returns {{ action: 'use' } | { action: 'rebuild' | 'refuse', message: string }}
 */
export function planForDriver(driver, { wasRebuilt = false, node = thisNode } = {}) {
  if (driver.loads && !driver.hasObjectHooks) return { action: 'use' };
  if (!wasRebuilt) {
    const reason = driver.loads
      ? 'was compiled with headers that make the server abort (nodejs/node#65446)'
      : 'was built for another Node or machine';
    return {
      action: 'rebuild',
      message: `The database driver ${name} ${reason}. Rebuilding it for ${node} (up to three minutes) …`,
    };
  }
  const message = driver.loads
    ? `${name} compiled on ${node} would make the server abort (nodejs/node#65446). Use Node 22, or Node 24.18 or earlier, and run the command again; or run it again with an internet connection, which lets npm download a ready-made driver.`
    : `${name} could not be rebuilt for ${node}. Run the command again with an internet connection (a ready-made build may exist), install a C++ compiler and Python, or go back to the Node version you used before.`;
  return { action: 'refuse', message };
}

/** Messages name the Node that runs this process in these words. */
const thisNode = `Node ${process.version} on ${machine}`;

async function inspectDriver() {
  return { loads: await loads(), hasObjectHooks: existsSync(binary) && hasObjectHooks(readFileSync(binary)) };
}

/**
 * Loads the driver in a child process, because a module that does not fit must not take this process down.
 */
async function loads() {
  const script = `new (require('${name}'))(':memory:').close()`;
  const { code } = await run(process.execPath, ['--input-type=commonjs', '-e', script], { quiet: true });
  return code === 0;
}

/**
 * Tells whether a compiled driver removes a hook for each object. If it does, its table of imports has the
 * function's name.
 */
export function hasObjectHooks(bytes) {
  return bytes.includes('RemoveEnvironmentCleanupHook');
}

/**
 * Returns environment variables for npm. With them, the compiler leaves the hooks of objects out of the
 * driver.
 * @param {Record<string, string | undefined>} [env] the settings to keep (default: those of this process)
 */
export function compilerSettings(env = process.env) {
  const folder = path.dirname(fileURLToPath(import.meta.url));
  return {
    CXXFLAGS: join(' ', env['CXXFLAGS'], '-include without-object-hooks.h'),
    // This variable names the folder, since a path with a space would break the flag.
    CPLUS_INCLUDE_PATH: join(path.delimiter, env['CPLUS_INCLUDE_PATH'], folder),
  };
}

function join(separator, ...parts) {
  return parts.filter(Boolean).join(separator);
}

/** Tells whether another system or processor used the packages last. Many packages fit only one. */
export function isFromAnotherMachine() {
  return existsSync(stamp) && !readFileSync(stamp, 'utf8').startsWith(`${machine} `);
}

function describeBuild() {
  const built = existsSync(binary) ? statSync(binary).mtimeMs : 'not built';
  return [machine, process.versions.modules, built, 'no object hooks'].join(' ');
}
