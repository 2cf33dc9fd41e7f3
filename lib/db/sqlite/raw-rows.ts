import type Sqlite from 'better-sqlite3';
import type { StoredTable } from '../stored-rows';

/** A row as SQLite has it, with its place in the table. */
export type RawRow = Record<string, unknown> & { _rowid: number };

/** What is wrong with one row. `isMendable`: a repair corrects it, and the row stays. */
export type Finding = { table: StoredTable; row: RawRow; name: string; problem: string; isMendable?: true };

/** All rows of a table: as they are stored, and with their times as dates. */
export function* readRows(
  database: Sqlite.Database,
  table: StoredTable,
  condition = '1 = 1',
  ...values: unknown[]
): Generator<{ raw: RawRow; typed: Record<string, unknown> }> {
  const columns = database.pragma(`table_info("${table}")`) as { name: string; type: string }[];
  const times = columns.filter(({ type }) => type === 'DATETIME').map(({ name }) => name);
  const statement = database.prepare<unknown[], RawRow>(
    `SELECT rowid AS _rowid, * FROM "${table}" WHERE ${condition}`,
  );
  for (const raw of statement.all(...values)) {
    const { _rowid, ...typed } = raw as Record<string, unknown>;
    for (const name of times) typed[name] = toTime(typed[name]);
    yield { raw, typed };
  }
}

export function findRow(database: Sqlite.Database, table: StoredTable, rowid: number): RawRow | null {
  const [row] = readRows(database, table, 'rowid = ?', rowid);
  return row?.raw ?? null;
}

function toTime(value: unknown): unknown {
  return typeof value === 'string' || typeof value === 'number' ? new Date(value) : value;
}
