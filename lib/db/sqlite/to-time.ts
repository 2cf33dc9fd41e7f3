import type Sqlite from 'better-sqlite3';

/** A time as SQLite holds it. What is none stays as it is, and is found when the row is read. */
export function toTime(stored: unknown): unknown {
  return typeof stored === 'string' || typeof stored === 'number' ? new Date(stored) : stored;
}

/** A time as we write it: the order of such texts is the order of times. */
export const toTimeText = (time: Date): string => time.toISOString().replace('Z', '+00:00');

/** Gives the rows of a statement their times as dates, as Prisma does. */
export function withTimes<Row extends object>(
  statement: Sqlite.Statement<unknown[], Row>,
): (row: Row) => Row {
  const names = statement
    .columns()
    .flatMap(({ name, type }) => (type === 'DATETIME' ? [name as keyof Row] : []));
  return (row) => {
    for (const name of names) row[name] = toTime(row[name]) as Row[keyof Row];
    return row;
  };
}
