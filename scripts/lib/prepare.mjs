import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run, runPackage } from './command.mjs';
import { compileCommand, compileServer, serverEntry, writeTemplate } from './compile-server.mjs';
import { install } from './install.mjs';
import { ensureNativeModule } from './native-module.mjs';
import { elapsed, reportWhile, say, stop } from './report.mjs';
import { databaseKinds, modelsFile, schemaFile, writeSchemas } from './schemas.mjs';

const oldestNode = '20.20';

/**
 * Prepares everything that the app needs before its build (`running`) or its tests (`checking`).
 * @param {import('./wanted-packages.mjs').Purpose} [purpose] default: `checking`
 */
export async function prepare(purpose = 'checking') {
  const refusal = refuseOldNode(process.versions.node);
  if (refusal) stop(refusal);
  await install(purpose);
  await ensureNativeModule();
  await generateClients();
}

/** Returns the message for a person whose Node is too old, or null when it is new enough. */
export function refuseOldNode(version) {
  const [major, minor] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldestNode.split('.').map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null;
  return `Countersign needs Node ${oldestNode} or newer; this is ${version}. Install a newer one from https://nodejs.org and run the command again.`;
}

/**
 * Prisma’s command line, one of the tools, writes a database client for each kind of database from the models.
 * The repository keeps the clients, so this needs the tools only when the models have changed.
 */
export async function generateClients() {
  const stamp = path.join('lib', 'db', 'generated', '.schema');
  const wanted = fingerprint([modelsFile, 'scripts/lib/schemas.mjs']);
  if (readStamp(stamp) === wanted) return;
  await install('checking');
  say('Writing the database clients …');
  writeSchemas();
  for (const { kind } of databaseKinds) {
    const parameters = ['generate', `--schema=${schemaFile(kind)}`];
    const { code, output } = await runPackage('prisma', parameters, { quiet: true });
    if (code !== 0) stop(`Prisma could not generate the database client of ${kind}:\n${output}`);
  }
  writeFileSync(stamp, wanted);
}

/** Builds when a source has changed since the last build. */
export async function build() {
  const stamp = path.join('.next', 'countersign-sources');
  const wanted = fingerprint([
    'app',
    'lib',
    'public',
    'prisma/sqlite',
    'prisma/postgresql',
    'instrumentation.ts',
    'next.config.mjs',
    'scripts/lib/compile-server.mjs',
    'package-lock.json',
    'tsconfig.json',
  ]);
  if (readStamp(stamp) === wanted && existsSync(serverEntry)) return;
  const since = Date.now();
  say('Building the app (about a minute) …');
  let phase = 'compiling';
  const { code, output } = await reportWhile(
    // This runs Next without npx, because npx would leave Next running when this process ends.
    run(process.execPath, [path.join('node_modules', 'next', 'dist', 'bin', 'next'), 'build'], {
      quiet: true,
      env: { NODE_ENV: 'production' },
      onOutput: (text) => {
        if (text.includes('Compiled successfully')) phase = 'drawing the static pages';
      },
    }),
    () => phase,
  );
  if (code !== 0) stop(`Next could not build the app:\n${output}`);
  await compileServer();
  await compileCommand('maintain');
  const failure = await writeTemplate();
  if (failure !== null) stop(`The database could not be prepared:\n${failure}`);
  mkdirSync('.next', { recursive: true });
  writeFileSync(stamp, wanted);
  say(`Built in ${elapsed(since)}.`);
}

function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Returns one value for the contents of these files and folders, without tests and generated files. */
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
