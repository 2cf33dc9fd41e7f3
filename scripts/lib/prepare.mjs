import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { run, runPackage } from './command.mjs';
import { elapsed, say, stop } from './report.mjs';

const [major, minor] = process.versions.node.split('.').map(Number);

/** Everything that the app needs before it can be built or tested. */
export async function prepare() {
  checkNode();
  await install();
  await generateClient();
}

function checkNode() {
  if (major > 20 || (major === 20 && minor >= 19)) return;
  stop(
    `Countersign needs Node 20.19 or newer; this is ${process.version}. Install a newer one from https://nodejs.org.`,
  );
}

/** Installs when there is nothing, or when the lock file has changed since. */
async function install() {
  const stamp = path.join('node_modules', '.countersign-lock');
  const wanted = fingerprint(['package-lock.json']);
  if (readStamp(stamp) === wanted) return;
  if (!existsSync(stamp) && isInstalledByHand()) {
    writeFileSync(stamp, wanted);
    return;
  }
  const since = Date.now();
  say(
    'Installing packages. The first time this takes a minute; where better-sqlite3 has to be compiled, about three …',
  );
  const { code } = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0)
    stop(
      'The packages could not be installed (see above). Check the connection to the npm registry and run the command again.',
    );
  writeFileSync(stamp, wanted);
  say(`Installed in ${elapsed(since)}.`);
}

/** Somebody ran `npm install` or `npm ci` themselves: npm's own record has every version, and the one native package loads. */
function isInstalledByHand() {
  const record = path.join('node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = Object.entries(JSON.parse(readFileSync('package-lock.json', 'utf8')).packages);
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  const isComplete = wanted.every(
    ([place, entry]) => place === '' || entry.optional || installed[place]?.version === entry.version,
  );
  if (!isComplete) return false;
  try {
    const Database = createRequire(path.resolve('package.json'))('better-sqlite3');
    new Database(':memory:').close();
    return true;
  } catch {
    return false;
  }
}

async function generateClient() {
  const stamp = path.join('lib', 'db', 'generated', '.schema');
  const wanted = fingerprint(['prisma/schema.prisma', 'package-lock.json']);
  if (readStamp(stamp) === wanted) return;
  say('Preparing the database client …');
  const { code, output } = await runPackage('prisma', ['generate'], { quiet: true });
  if (code !== 0) stop(`The database client could not be made:\n${output}`);
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
    'package-lock.json',
    'tsconfig.json',
  ]);
  if (readStamp(stamp) === wanted) return;
  const since = Date.now();
  say('Building the app (about a minute) …');
  const { code, output } = await runPackage('next', ['build'], {
    quiet: true,
    env: { NODE_ENV: 'production' },
  });
  if (code !== 0) stop(`The build failed:\n${output}`);
  mkdirSync('.next', { recursive: true });
  writeFileSync(stamp, wanted);
  say(`Built in ${elapsed(since)}.`);
}

function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** One value for the contents of these files and folders; tests and generated files left out. */
function fingerprint(entries) {
  const hash = createHash('sha256').update(process.version);
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
