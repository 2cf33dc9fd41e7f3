/**
 * Keeps a build's database as a fixture, with what the build showed of it, in prisma/fixtures/<name>:
 * `npx tsx scripts/record-database.ts folder-of-the-build name`.
 */
import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dumpDatabase } from './lib/dump-database';

const [build, name] = process.argv.slice(2);
if (!build || !name) {
  console.error(
    'Name the folder of a build and the fixture: npx tsx scripts/record-database.ts ../old 2026-11-22',
  );
  process.exit(1);
}
const part = path.resolve('scripts/play-history.ts');
const target = path.resolve('prisma', 'fixtures', name);
const folder = await mkdtemp(path.join(tmpdir(), 'countersign-record-'));
const [dataDir, workspaceDir] = [path.join(folder, 'data'), path.join(folder, 'workspace')];
const viewsFile = path.join(folder, 'views.json');

/** Each part is a process that ends with SIGKILL in the middle of its work, like a crash. */
async function play(which: string): Promise<void> {
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    DATA_DIR: dataDir,
    WORKSPACE_DIR: workspaceDir,
    NODE_ENV: 'production' as const,
  };
  const child = spawn(process.execPath, ['--import', 'tsx', part, which, viewsFile], {
    cwd: path.resolve(build ?? ''),
    env,
    stdio: 'inherit',
  });
  const signal = await new Promise((resolve) => child.once('exit', (_code, endedBy) => resolve(endedBy)));
  if (signal !== 'SIGKILL') throw new Error(`The part “${which}” failed`);
}

await mkdir(path.join(workspaceDir, 'notes'), { recursive: true });
await writeFile(
  path.join(workspaceDir, 'notes', 'meeting.md'),
  '# Meeting\n\n- Mara: order Märzenbecher by Friday\n',
);
await writeFile(path.join(workspaceDir, 'letter.md'), 'Dear reader,\nthe shop opens in May.\n');
await play('cut-off');
await play('history');

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
await writeFile(path.join(target, 'database.sql'), dumpDatabase(path.join(dataDir, 'countersign.db')));
await cp(path.join(dataDir, 'secret.key'), path.join(target, 'secret.key'));
await cp(workspaceDir, path.join(target, 'workspace'), { recursive: true });
await cp(viewsFile, path.join(target, 'views.json'));
await rm(folder, { recursive: true });
console.log(`Wrote ${path.relative('.', target)}`);
