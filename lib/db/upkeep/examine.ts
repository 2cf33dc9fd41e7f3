import type Sqlite from 'better-sqlite3';
import { DamagedRow } from '../ports/damaged-row.port';
import { nameOf, readRow } from '../rows/read-row';
import { type StoredTable, storedRows } from '../rows/stored-rows';
import { checkLedgers } from './check-ledgers';
import { type Finding, findRow, readRows, toKeys } from './raw-rows';

export type Examination = {
  /** Counts the rows that it read, by table. */
  rows: Record<string, number>;
  /** Lists damage of the file itself, in SQLite's words. No single row causes it. */
  faults: string[];
  findings: Finding[];
};

const storedTables = Object.keys(storedRows) as StoredTable[];

/**
 * Runs SQLite's own checks, checks the shape of each row, and compares each ledger with its run. It has one
 * page of rows in memory at once, and changes nothing.
 */
export function examine(database: Sqlite.Database): Examination {
  const lines = database.prepare<[], string>('PRAGMA integrity_check(20)').pluck().all();
  // SQLite says "NULL value in Run.title", and the row's shape tells more.
  const faults = lines.filter((line) => line !== 'ok' && !line.includes(' value in '));
  const rows: Record<string, number> = {};
  const findings: Finding[] = [];
  for (const table of storedTables) {
    rows[table] = 0;
    for (const row of readRows(database, table)) {
      rows[table] += 1;
      const problem = findProblem(table, row.typed);
      if (problem !== null) findings.push({ table, row: toKeys(row.raw), name: nameOf(row.raw), problem });
    }
  }
  const orphans = database.pragma('foreign_key_check') as {
    table: StoredTable;
    rowid: number;
    parent: string;
  }[];
  for (const { table, rowid, parent } of orphans) {
    const row = findRow(database, table, rowid);
    if (row)
      findings.push({
        table,
        row: toKeys(row),
        name: nameOf(row),
        problem: `the ${parent} that it belongs to is missing`,
      });
  }
  return { rows, faults, findings: [...findings, ...checkLedgers(database, findings)] };
}

function findProblem(table: StoredTable, row: object): string | null {
  try {
    readRow(table, row);
    return null;
  } catch (error) {
    if (error instanceof DamagedRow) return error.problem;
    throw error;
  }
}
