import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type MoveProgress, moveRows, type RowSource } from '../moving/move-rows';
import { leaveWriteAheadLog } from '../sqlite/migrate-sqlite';
import { openSqlite } from '../sqlite/open-sqlite';

export type OnProgress = (progress: MoveProgress) => void;

/** Removes a SQLite database that an interrupted command left, with what belongs to it. */
export async function removeDatabaseFile(file: string): Promise<void> {
  for (const part of ['', '-wal', '-shm', '-journal', '.migrating'])
    await rm(`${file}${part}`, { force: true });
}

/**
 * Writes all rows of `from` to a new SQLite database in `file`, in the newest form, and compares them. An empty
 * file may be there. `prismaDir` has the folders of each kind.
 */
export async function copyToFile(
  from: RowSource,
  file: string,
  prismaDir: string,
  onProgress: OnProgress,
): Promise<void> {
  const to = await openSqlite(file, path.join(prismaDir, 'sqlite'));
  try {
    await moveRows(from, to, { fromName: 'PostgreSQL', onProgress });
  } finally {
    await to.close();
  }
  leaveWriteAheadLog(file);
}
