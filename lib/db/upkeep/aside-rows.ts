import type Sqlite from 'better-sqlite3';
import type { StoredTable } from '../rows/stored-rows';
import { pageRows, type RawRow } from './raw-rows';

/**
 * Holds rows on their way out of the database, as JSON. They are in a temporary table, which SQLite keeps on
 * disk, so there may be any number of them.
 */
export type AsideRows = {
  /** `group` is the number of the row's group. */
  add(group: number, table: StoredTable, row: RawRow): void;
  /** Lists rows in the order in which they were added, with one page of them in memory at once. */
  list(group: number, table: StoredTable): Generator<string>;
};

export function openAsideRows(database: Sqlite.Database): AsideRows {
  database.exec(`
    CREATE TEMP TABLE AsideRow ("number" INTEGER PRIMARY KEY, "group" INTEGER, "table" TEXT, "json" TEXT);
    CREATE INDEX temp.AsideRow_of ON AsideRow ("group", "table", "number");`);
  const insert = database.prepare('INSERT INTO AsideRow ("group", "table", "json") VALUES (?, ?, ?)');
  const select = database.prepare<unknown[], { number: number; json: string }>(
    `SELECT "number", "json" FROM AsideRow WHERE "group" = ? AND "table" = ? AND "number" > ? ORDER BY "number" LIMIT ${pageRows}`,
  );
  return {
    add(group, table, row) {
      insert.run(group, table, JSON.stringify(row, keepBytes, 2));
    },
    *list(group, table) {
      let last = 0;
      for (;;) {
        const page = select.all(group, table, last);
        for (const { number, json } of page) {
          last = number;
          yield json;
        }
        if (page.length < pageRows) return;
      }
    },
  };
}

/** Exports bytes as base64 where a text should be. */
function keepBytes(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('type' in value) || value.type !== 'Buffer')
    return value;
  if (!('data' in value) || !Array.isArray(value.data)) return value;
  return { base64: Buffer.from(value.data).toString('base64') };
}
