import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { listMigrations } from '../opening/migrations';
import { NewerDatabase } from '../opening/opening-refused';
import { putInPlace } from '../opening/put-in-place';
import type { StoredTable } from '../rows/stored-rows';
import { readAppliedMigrations } from '../sqlite/migrate-sqlite';
import { type AsideRows, openAsideRows } from './aside-rows';
import { BackupRefused } from './backup-file';
import { keepAside } from './backup-sqlite';
import { type Examination, examine } from './examine';
import { type AsideGroup, setAside } from './set-aside';
import { type JsonPart, toJsonText } from './to-json-text';

/**
 * Reports a repair. `aside` is the database as it was. `exported` is the file with the rows, or null when
 * nothing was damaged.
 */
export type Repair = {
  before: Examination;
  aside: string | null;
  exported: string | null;
  groups: readonly AsideGroup[];
};

/** Reads the complete database in `file` at one moment, even while a server uses it. It changes nothing. */
export async function examineSqlite(file: string, prismaDir: string): Promise<Examination> {
  await requireCurrent(file, prismaDir);
  const database = new Sqlite(file, { fileMustExist: true });
  try {
    database.pragma('query_only=ON');
    return database.transaction(() => examine(database))();
  } finally {
    database.close();
  }
}

/**
 * Sets aside every damaged row of the database in `file`, in one transaction. It writes the rows to a file in
 * `dataDir` before they leave the database, and also keeps the database as it was. Call it only while the
 * data folder is locked (`lockDataFolder`).
 */
export async function repairSqlite(file: string, dataDir: string, prismaDir: string): Promise<Repair> {
  const before = await examineSqlite(file, prismaDir);
  if (before.findings.length === 0 || before.faults.length > 0)
    return { before, aside: null, exported: null, groups: [] };
  const aside = await keepAside(file, 'repair');
  const database = new Sqlite(file, { fileMustExist: true });
  try {
    database.pragma('synchronous=FULL');
    database.pragma('foreign_keys=OFF');
    database.exec('BEGIN EXCLUSIVE');
    const rows = openAsideRows(database);
    const groups = setAside(database, rows);
    const exported = path.join(dataDir, `damaged-${new Date().toISOString().replaceAll(':', '-')}.json`);
    const partial = path.join(dataDir, 'damaged.json.partial');
    await writeFile(partial, toJsonText(toExport(file, groups, rows)), { mode: 0o600 });
    await putInPlace(partial, exported);
    database.exec('COMMIT');
    return { before, aside, exported, groups };
  } finally {
    // Closing before the commit leaves everything as it was.
    database.close();
  }
}

async function requireCurrent(file: string, prismaDir: string): Promise<void> {
  const known = await listMigrations(prismaDir);
  let applied: string[];
  try {
    applied = readAppliedMigrations(file);
  } catch (error) {
    const code = error instanceof Sqlite.SqliteError ? error.code : '';
    if (code === 'SQLITE_CANTOPEN') throw new BackupRefused(`There is no database at ${file}.`);
    if (code !== 'SQLITE_NOTADB' && !code.startsWith('SQLITE_CORRUPT')) throw error;
    throw new BackupRefused(
      `The file ${file} is damaged as a whole. Stop Countersign and restore a backup: npm run restore -- FILE`,
    );
  }
  const unknown = applied.find((name) => !known.includes(name));
  if (unknown) throw new NewerDatabase(file, unknown);
  if (known.some((name) => !applied.includes(name)))
    throw new BackupRefused(
      'The database was made by an older Countersign. Start this one once, then run the doctor again.',
    );
}

/** Builds `{ "database": …, "groups": [{ "what", "problems", "rows": { table: [row] } }] }`. */
function toExport(file: string, groups: readonly AsideGroup[], aside: AsideRows): JsonPart {
  const toText = (value: unknown): JsonPart => ({ text: JSON.stringify(value, null, 2) });
  const toRows = (number: number, table: StoredTable) =>
    mapEach(aside.list(number, table), (text): JsonPart => ({ text }));
  const toGroup = ({ what, problems, rows }: AsideGroup, number: number): JsonPart => {
    const tables = Object.keys(rows) as StoredTable[];
    const entries = tables.map((table): [string, JsonPart] => [table, { list: toRows(number, table) }]);
    return {
      entries: [
        ['what', toText(what)],
        ['problems', toText(problems)],
        ['rows', { entries }],
      ],
    };
  };
  return {
    entries: [
      ['database', toText(file)],
      ['groups', { list: groups.map(toGroup) }],
    ],
  };
}

function* mapEach<From, To>(values: Iterable<From>, map: (value: From) => To): Generator<To> {
  for (const value of values) yield map(value);
}
