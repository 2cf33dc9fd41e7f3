import type Sqlite from 'better-sqlite3';

/** Reads a time as SQLite holds it. Any other value stays as it is, and the check of the row finds it. */
export function toTime(stored: unknown): unknown {
  return typeof stored === 'string' || typeof stored === 'number' ? new Date(stored) : stored;
}

/** Writes a time so that these texts sort as the times do. */
export const toTimeText = (time: Date): string => time.toISOString().replace('Z', '+00:00');

/** Computes the time by SQLite's clock, in the form of `toTimeText`. */
export const nowText = "strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now')";

/** Computes the time so many milliseconds from now (`?`). It is NULL when the number is. */
export const fromNowText = `strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now', (? / 1000.0) || ' seconds')`;

/** Turns the times in a statement's rows into dates, as Prisma does. */
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
