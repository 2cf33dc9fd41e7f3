import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';

type StartedRun = { runId: string; conversationId: string };

/**
 * `scripts/record-database.ts` wrote this record. It holds the runs by their part in the story, and each view
 * by its address.
 */
export type Recorded = {
  story: {
    waiting: { write: StartedRun; command: StartedRun; refused: StartedRun };
    deleted: StartedRun;
    cutOff: string;
    unfinished: { answering: StartedRun; queued: StartedRun };
  };
  views: Record<string, unknown>;
};

/** Copies a recorded database to its own folder, ready for the application to open. */
export async function openFixture(name: string) {
  const fixture = path.resolve('prisma', 'fixtures', name);
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-fixture-'));
  const [dataDir, workspaceDir] = [path.join(folder, 'data'), path.join(folder, 'workspace')];
  await mkdir(dataDir);
  const database = new Sqlite(path.join(dataDir, 'countersign.db'));
  database.exec(await readFile(path.join(fixture, 'database.sql'), 'utf8'));
  database.close();
  await cp(path.join(fixture, 'secret.key'), path.join(dataDir, 'secret.key'));
  await cp(path.join(fixture, 'workspace'), workspaceDir, { recursive: true });
  return {
    recorded: JSON.parse(await readFile(path.join(fixture, 'views.json'), 'utf8')) as Recorded,
    variables: { DATA_DIR: dataDir, WORKSPACE_DIR: workspaceDir },
    read: (file: string) => readFile(path.join(workspaceDir, file), 'utf8'),
    remove: () => rm(folder, { recursive: true }),
  };
}
