import type Sqlite from 'better-sqlite3';

/** Prisma's adapter uses this part of a connection. */
type Client = Pick<Sqlite.Database, 'exec' | 'close'> & {
  prepare(sql: string): { bind(values: unknown[]): BoundStatement };
};

type BoundStatement = {
  reader: boolean;
  run(): Sqlite.RunResult;
  columns(): Sqlite.ColumnDefinition[];
  raw(): { all(): unknown[] };
};

/**
 * Keeps the latest `most` statements prepared for Prisma's adapter, which would prepare each statement for
 * one use. A use ends before the next one begins, because the adapter reads all rows at once.
 */
export function keepStatements(driver: Sqlite.Database, most = 100): Client {
  const kept = new Map<string, Sqlite.Statement>();
  const take = (sql: string): Sqlite.Statement => {
    const statement = kept.get(sql) ?? driver.prepare(sql);
    // The map keeps the order of use, so its first statement was unused for the longest time.
    kept.delete(sql);
    kept.set(sql, statement);
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break;
      kept.delete(oldest);
    }
    return statement;
  };
  return {
    prepare(sql) {
      const statement = take(sql);
      return {
        bind: (values) => ({
          reader: statement.reader,
          run: () => statement.run(values),
          columns: () => statement.columns(),
          raw: () => ({ all: () => statement.raw().all(values) }),
        }),
      };
    },
    exec: (script) => driver.exec(script),
    close: () => driver.close(),
  };
}
