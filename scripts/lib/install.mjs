import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { run } from './command.mjs';
import { compilerSettings, isFromAnotherMachine } from './native-module.mjs';
import { elapsed, reportWhile, say, stop } from './report.mjs';
import { holdsAll, isEnough, selectForRunning, toStamp } from './wanted-packages.mjs';

/** @typedef {import('./wanted-packages.mjs').Purpose} Purpose */

const stamp = path.join('node_modules', '.countersign-lock');
/** npm installs the packages that the app needs to run here. They move to their place when all are there. */
const workshop = '.countersign-install';

/**
 * Installs the packages when some are missing, when the lock file asks for others, or when another machine
 * installed them.
 * @param {Purpose} purpose
 */
export async function install(purpose) {
  const lockText = readFileSync('package-lock.json', 'utf8');
  const lock = JSON.parse(lockText);
  const version = createHash('sha256').update(lockText).digest('hex');
  if (!isFromAnotherMachine()) {
    if (existsSync(stamp) && isEnough(readFileSync(stamp, 'utf8'), purpose, version)) return;
    const present = ['checking', purpose].find((each) => holdsAll(readRecord('.'), lock, each));
    if (present) return writeFileSync(stamp, toStamp(present, version));
  }
  const since = Date.now();
  const folder = purpose === 'running' ? prepareWorkshop(lock) : '.';
  const wanted = listPlaces(folder === workshop ? selectForRunning({}, lock).lock : lock);
  say(
    `Installing packages ${purpose === 'running' ? 'to build and run the app' : 'for the app and its checks'} …`,
  );
  const { code } = await reportWhile(
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      env: compilerSettings(),
      cwd: folder,
    }),
    () => describeInstall(folder, wanted),
  );
  if (code !== 0)
    stop(
      'npm could not install the packages (see above). Check the connection to the npm registry and run the command again.',
    );
  if (folder === workshop) takeIntoUse();
  writeFileSync(stamp, toStamp(purpose, version));
  say(`Installed in ${elapsed(since)}.`);
}

/** Prepares a project with the same packages, but without the tools. */
function prepareWorkshop(lock) {
  rmSync(workshop, { recursive: true, force: true });
  mkdirSync(workshop);
  const selected = selectForRunning(JSON.parse(readFileSync('package.json', 'utf8')), lock);
  writeFileSync(path.join(workshop, 'package.json'), JSON.stringify(selected.manifest));
  writeFileSync(path.join(workshop, 'package-lock.json'), JSON.stringify(selected.lock));
  cpSync('scripts/no-image-library', path.join(workshop, 'scripts/no-image-library'), { recursive: true });
  return workshop;
}

function takeIntoUse() {
  const installed = path.join(workshop, 'node_modules');
  removeSourceMaps(installed);
  rmSync('node_modules', { recursive: true, force: true });
  renameSync(installed, 'node_modules');
  rmSync(workshop, { recursive: true });
}

/**
 * The packages' own source maps are a quarter of the installation, and only a debugger inside a package reads
 * them.
 */
function removeSourceMaps(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && entry.name.endsWith('.map')) rmSync(path.join(entry.parentPath, entry.name));
}

/** Lists the folders of the packages that every machine gets. */
function listPlaces(lock) {
  return Object.entries(lock.packages).flatMap(([place, entry]) => (entry.optional ? [] : [place]));
}

/** npm unpacks every package before it compiles the database driver, so the counts come first. */
function describeInstall(folder, wanted) {
  const done = wanted.filter((place) => existsSync(path.join(folder, place, 'package.json'))).length;
  return done < wanted.length ? `${done} of ${wanted.length} packages` : 'the database driver';
}

function readRecord(folder) {
  const file = path.join(folder, 'node_modules', '.package-lock.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}
