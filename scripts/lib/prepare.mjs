import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run, runPackage } from './command.mjs';
import { compileServer, serverEntry } from './compile-server.mjs';
import { compilerSettings, ensureNativeModule, isFromAnotherMachine } from './native-module.mjs';
import { elapsed, say, stop } from './report.mjs';

const oldestNode = '20.20';

/** Everything that the app needs before it can be built or tested. */
export async function prepare() {
  const refusal = refuseOldNode(process.versions.node);
  if (refusal) stop(refusal);
  await install();
  await ensureNativeModule();
  await generateClient();
}

/** The message for a person whose Node is too old; null when it is new enough. */
export function refuseOldNode(version) {
  const [major, minor] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldestNode.split('.').map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null;
  return `Countersign needs Node ${oldestNode} or newer; this is ${version}. Install a newer one from https://nodejs.org and run the command again.`;
}

/** Installs when packages are missing, when the lock file asks for others, or when they are from another machine. */
async function install() {
  const stamp = path.join('node_modules', '.countersign-lock');
  const wanted = fingerprint(['package-lock.json']);
  if (!isFromAnotherMachine()) {
    if (readStamp(stamp) === wanted) return;
    if (isInstalled()) {
      writeFileSync(stamp, wanted);
      return;
    }
  }
  const since = Date.now();
  say('Installing packages. The first time this takes a minute, or three where better-sqlite3 is compiled …');
  const { code } = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    env: compilerSettings(),
  });
  if (code !== 0)
    stop(
      'npm could not install the packages (see above). Check the connection to the npm registry and run the command again.',
    );
  writeFileSync(stamp, wanted);
  say(`Installed in ${elapsed(since)}.`);
}

/** Whether npm's own record has every package of the lock file in its version. */
function isInstalled() {
  const record = path.join('node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = Object.entries(JSON.parse(readFileSync('package-lock.json', 'utf8')).packages);
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  return wanted.every(
    ([place, entry]) => place === '' || entry.optional || installed[place]?.version === entry.version,
  );
}

async function generateClient() {
  const stamp = path.join('lib', 'db', 'generated', '.schema');
  const wanted = fingerprint(['prisma/schema.prisma', 'package-lock.json']);
  if (readStamp(stamp) === wanted) return;
  say('Preparing the database client …');
  const { code, output } = await runPackage('prisma', ['generate'], { quiet: true });
  if (code !== 0) stop(`Prisma could not generate the database client:\n${output}`);
  writeFileSync(stamp, wanted);
}

/** Builds when a source has changed since the last build. */
export async function build() {
  const stamp = path.join('.next', 'countersign-sources');
  const wanted = fingerprint([
    'app',
    'lib',
    'public',
    'prisma/schema.prisma',
    'instrumentation.ts',
    'next.config.mjs',
    'scripts/lib/compile-server.mjs',
    'package-lock.json',
    'tsconfig.json',
  ]);
  if (readStamp(stamp) === wanted && existsSync(serverEntry)) return;
  const since = Date.now();
  say('Building the app (about a minute) …');
  const { code, output } = await runPackage('next', ['build'], {
    quiet: true,
    env: { NODE_ENV: 'production' },
  });
  if (code !== 0) stop(`Next could not build the app:\n${output}`);
  await compileServer();
  mkdirSync('.next', { recursive: true });
  writeFileSync(stamp, wanted);
  say(`Built in ${elapsed(since)}.`);
}

function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** One value for the contents of these files and folders, without tests and generated files. */
function fingerprint(entries) {
  const hash = createHash('sha256');
  const visit = (entry) => {
    if (!existsSync(entry) || entry.includes('generated') || entry.endsWith('.test.ts')) return;
    if (statSync(entry).isDirectory()) {
      for (const name of readdirSync(entry).sort()) visit(path.join(entry, name));
      return;
    }
    hash.update(entry).update(readFileSync(entry));
  };
  for (const entry of entries) visit(entry);
  return hash.digest('hex');
}
