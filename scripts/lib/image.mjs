import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileCommand } from './compile-server.mjs';
import { selectForRunning } from './wanted-packages.mjs';

/** A running server reads these. What a build or a test alone reads stays behind. */
const entries = [
  '.next',
  'dist/server',
  'public',
  'prisma',
  'workflows',
  'next.config.mjs',
  'scripts/serve.mjs',
  'scripts/maintain.mjs',
  'scripts/check-model.mjs',
  'scripts/write-secrets.mjs',
  'scripts/lib/command.mjs',
  'scripts/lib/compile-server.mjs',
  'scripts/lib/report.mjs',
  'scripts/lib/serve.mjs',
  'scripts/no-image-library',
  'LICENSE',
  'NOTICE',
];

/** These parts of the entries are for the next build, for a debugger or for tests. */
const leftOut = [
  /^\.next\/(?:cache|dev|diagnostics|trace|trace-build|turbopack|types)(?:\/|$)/,
  /^\.next\/.+\.map$/,
  /^prisma\/fixtures(?:\/|$)/,
];

/** These packages compile the app, or describe types. A third of what is installed is theirs. */
const compilers = /(?:^|\/)node_modules\/(?:@next\/swc-.+|@esbuild\/.+|esbuild|typescript|@types\/.+)$/;

/** These parts of packages are for a compiler, a debugger or another kind of database. */
const leftOutOfPackages = [
  /\.map$/,
  /\.d\.[mc]?ts$/,
  /^node_modules\/@prisma\/client\/runtime\/.+\.(?:cockroachdb|mysql|sqlserver)\./,
  /^node_modules\/better-sqlite3\/(?:deps|src)(?:\/|$)/,
  /^node_modules\/better-sqlite3\/build\/(?!Release$|Release\/better_sqlite3\.node$)/,
];

/** The commands that need neither npm’s registry nor a compiler. */
const commands = ['backup', 'restore', 'doctor', 'link', 'accounts', 'move-database', 'check-model'];

/**
 * Returns the folders of the packages that a running server may load.
 * @param {{ packages: Record<string, object> }} lock the contents of `package-lock.json`
 */
export function selectForServing(lock) {
  const places = Object.keys(selectForRunning({}, lock).lock.packages);
  return places.filter((place) => place.startsWith('node_modules/') && !compilers.test(place));
}

/**
 * Copies what a running server needs into a folder. The app must be built.
 * @param {string} folder it is made, and nothing in it is removed
 */
export async function copyForServing(folder) {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  mkdirSync(folder, { recursive: true });
  for (const entry of entries) copy(entry, folder, (name) => !leftOut.some((part) => part.test(name)));
  for (const place of selectForServing(lock)) {
    // A package for another kind of machine is in the lock file only. Nested packages have places of their own.
    if (!existsSync(place)) continue;
    const nested = `${place}/node_modules`;
    copy(place, folder, (name) => name !== nested && !leftOutOfPackages.some((part) => part.test(name)));
  }
  for (const name of ['maintain', 'check-model']) await compileCommand(name, path.join(folder, 'dist', name));
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(toManifest(), null, 2)}\n`);
}

function copy(entry, folder, isWanted) {
  cpSync(entry, path.join(folder, entry), {
    recursive: true,
    // The build links to packages by relative paths. A copy would load a package twice.
    verbatimSymlinks: true,
    filter: (source) => isWanted(source.split(path.sep).join('/')),
  });
}

/** Keeps the commands that work there. `npm start` serves and installs nothing. */
function toManifest() {
  const { name, version, type, license, scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const kept = Object.fromEntries(commands.map((command) => [command, scripts[command]]));
  const start = 'node scripts/serve.mjs';
  return { name, version, private: true, type, license, scripts: { start, ...kept } };
}
