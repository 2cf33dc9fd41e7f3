import type Sqlite from 'better-sqlite3';
import type { StoredTable } from '../rows/stored-rows';
import { toTime } from '../sqlite/to-time';

/** A raw row has SQLite's values and its place in the table. */
export type RawRow = Record<string, unknown> & { _rowid: number };

/** `raw` has the values as stored, and `typed` has times as dates. */
type ReadRow = { raw: RawRow; typed: Record<string, unknown> };

/**
 * Says what is wrong with one row. `isMendable` means that a repair corrects the row, which then stays. `row`
 * has only the keys, so that one finding is small.
 */
export type Finding = {
  table: StoredTable;
  row: RowKeys;
  name: string;
  problem: string;
  isMendable?: true;
};

export type RowKeys = { _rowid: number; id: unknown; runId: unknown; approvalId: unknown };

export function toKeys({ _rowid, id, runId, approvalId }: RawRow): RowKeys {
  return { _rowid, id, runId, approvalId };
}

/** A page holds this many rows in memory at once. A row may hold a long result. */
export const pageRows = 50;

/** Reads all rows of a table that meet `condition`. */
export function readRows(
  database: Sqlite.Database,
  table: StoredTable,
  condition = '1 = 1',
  ...values: unknown[]
): Generator<ReadRow> {
  return readPages(database, table, 'rowid', condition, values);
}

/** Reads the events of a run in their order. */
export function readEvents(database: Sqlite.Database, runId: string): Generator<ReadRow> {
  return readPages(database, 'RunEvent', 'version', 'runId = ?', [runId]);
}

/** Reads rows page by page. No two rows of the condition may share `key`. */
function* readPages(
  database: Sqlite.Database,
  table: StoredTable,
  key: 'rowid' | 'version',
  condition: string,
  values: unknown[],
): Generator<ReadRow> {
  const columns = database.pragma(`table_info("${table}")`) as { name: string; type: string }[];
  const times = columns.filter(({ type }) => type === 'DATETIME').map(({ name }) => name);
  const statement = database.prepare<unknown[], RawRow>(
    `SELECT rowid AS _rowid, * FROM "${table}" WHERE (${condition}) AND ${key} > ? ORDER BY ${key} LIMIT ${pageRows}`,
  );
  let last: unknown = Number.NEGATIVE_INFINITY;
  for (;;) {
    const page = statement.all(...values, last);
    for (const raw of page) {
      const { _rowid, ...typed } = raw as Record<string, unknown>;
      for (const name of times) typed[name] = toTime(typed[name]);
      last = key === 'rowid' ? raw._rowid : raw[key];
      yield { raw, typed };
    }
    if (page.length < pageRows) return;
  }
}

export function findRow(database: Sqlite.Database, table: StoredTable, rowid: number): RawRow | null {
  const [row] = readRows(database, table, 'rowid = ?', rowid);
  return row?.raw ?? null;
}
