import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createFolder } from '../opening/create-folder';
import type { ServerRow } from '../ports/server-store.port';
import { describeServer, type ServerFacts } from '../postgresql/describe-server';
import { openSnapshot } from '../postgresql/open-snapshot';
import { openSqlite } from '../sqlite/open-sqlite';
import { findSharedKeyProblem } from '../stores/secret-box';
import { changeAll, replaceRows, type Upkeep } from './backup-postgresql';
import { copyToFile, removeDatabaseFile } from './copy-to-file';
import { examineSqlite, type Repair, repairSqlite } from './doctor';
import type { Examination } from './examine';

/**
 * Reads the complete PostgreSQL database at one moment, while servers may write. It looks at a copy of all rows, a
 * SQLite database that is in `dataDir` meanwhile. It changes nothing.
 */
export async function examinePostgresql({
  url,
  dataDir,
  prismaDir,
  onProgress,
}: Pick<Upkeep, 'url' | 'dataDir' | 'prismaDir' | 'onProgress'>): Promise<Examination> {
  await createFolder(dataDir);
  await removeLeftovers(dataDir);
  const snapshot = await openSnapshot(url, path.join(prismaDir, 'postgresql'));
  const copy = path.join(dataDir, `postgresql.db.doctor-${process.pid}`);
  try {
    await copyToFile(snapshot, copy, prismaDir, onProgress);
    return await examineSqlite(copy, path.join(prismaDir, 'sqlite'));
  } finally {
    await snapshot.close();
    await removeDatabaseFile(copy);
  }
}

/** Says what is around the rows of a PostgreSQL database. */
export type Surroundings = ServerFacts & {
  /** Lists the servers that work on the database or were killed. The clock of the database has their times. */
  servers: readonly ServerRow[];
  /** Counts the runs whose server did not renew its lease in time. */
  expiredLeases: number;
  /** Says why no server can use the shared key. Null means that one can, or that there is none. */
  keyProblem: string | null;
};

/** Looks at the server, the database and who works on it, and changes nothing. Throws `OpeningRefused`. */
export async function lookAroundPostgresql(
  { url, prismaDir }: Pick<Upkeep, 'url' | 'prismaDir'>,
  secretFile: string | null,
): Promise<Surroundings> {
  const facts = await describeServer(url, path.join(prismaDir, 'postgresql'));
  const { read, close } = await openSnapshot(url, path.join(prismaDir, 'postgresql'));
  try {
    return {
      ...facts,
      servers: await read.server.findMany({ orderBy: { startedAt: 'asc' } }),
      expiredLeases: await read.run.count({
        where: { leaseOwner: { not: null }, leaseUntil: { lt: facts.now } },
      }),
      keyProblem: secretFile === null ? null : await findSharedKeyProblem(secretFile, read),
    };
  } finally {
    await close();
  }
}

/** Removes the copies of doctors that were killed. Others may look now. */
async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const [, pid] = /^postgresql\.db\.doctor-(\d+)$/.exec(name) ?? [];
    if (pid && !isRunning(Number(pid))) await removeDatabaseFile(path.join(dataDir, name));
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Sets aside every damaged row of the PostgreSQL database, in one transaction that has it for itself. It writes
 * the rows to a file in `dataDir` before they leave the database, and also keeps the database as it was, as a
 * backup.
 */
export async function repairPostgresql(upkeep: Upkeep): Promise<Repair> {
  const { dataDir, prismaDir, onProgress } = upkeep;
  const sqliteDir = path.join(prismaDir, 'sqlite');
  const copy = path.join(dataDir, 'postgresql.db');
  await removeDatabaseFile(copy);
  try {
    return await changeAll(upkeep, async (held) => {
      await copyToFile(held, copy, prismaDir, onProgress);
      const repair = await repairSqlite(copy, dataDir, sqliteDir);
      if (repair.exported === null) return repair;
      const repaired = await openSqlite(copy, sqliteDir);
      try {
        await replaceRows(repaired, held, onProgress);
      } finally {
        await repaired.close();
      }
      return repair;
    });
  } finally {
    await removeDatabaseFile(copy);
  }
}
