import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from './command.mjs';
import { elapsed, say, stop } from './report.mjs';

/** The one package whose compiled code fits a single version of Node, system and processor. */
const name = 'better-sqlite3';
const binary = path.join('node_modules', name, 'build', 'Release', 'better_sqlite3.node');
const stamp = path.join('node_modules', '.countersign-native');

/**
 * The database driver fits the Node that runs this. It is tried when Node, the machine or the compiled file has changed
 * since the last time, and rebuilt when it does not load.
 */
export async function ensureNativeModule() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === describeBuild()) return;
  if (!(await loads())) await rebuild();
  writeFileSync(stamp, describeBuild());
}

const machine = `${process.platform} ${process.arch}`;

/** The Node that runs this, as a person names it. */
const thisNode = `Node ${process.version} on ${machine}`;

async function rebuild() {
  const since = Date.now();
  say(`The database driver ${name} was built for another Node or machine. Rebuilding it for ${thisNode} …`);
  const { code, output } = await run('npm', ['rebuild', name], { quiet: true });
  if (code === 0 && (await loads())) {
    say(`Rebuilt in ${elapsed(since)}.`);
    return;
  }
  stop(
    `${output.trim()}\n\n${name} could not be rebuilt for ${thisNode}. Run the command again with an internet connection (a ready-made build may exist), install a C++ compiler and Python, or go back to the Node version you used before.`,
  );
}

/** A child process tries it: a module that does not fit must not take this process down. */
async function loads() {
  const script = `new (require('${name}'))(':memory:').close()`;
  const { code } = await run(process.execPath, ['--input-type=commonjs', '-e', script], { quiet: true });
  return code === 0;
}

/** Whether the packages were last used on another system or processor: many of them are made for one. */
export function isFromAnotherMachine() {
  return existsSync(stamp) && !readFileSync(stamp, 'utf8').startsWith(`${machine} `);
}

function describeBuild() {
  const built = existsSync(binary) ? statSync(binary).mtimeMs : 'not built';
  return [machine, process.versions.modules, built].join(' ');
}
