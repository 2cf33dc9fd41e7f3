import path from 'node:path';

const kinds =
  'DATABASE_URL must be a SQLite file, written as file:/path/to/countersign.db, or a PostgreSQL database, written as postgresql://user:password@host/name';

/**
 * Reads the address of the database: `file:` and an absolute path, or that of a PostgreSQL database. Returns
 * what is wrong with it in a sentence, which never holds its password.
 */
export function readDatabaseUrl(text: string): { url: string } | { problem: string } {
  if (/^file:./.test(text)) return { url: `file:${path.resolve(text.slice('file:'.length))}` };
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) return { problem: kinds };
  const { pathname } = new URL(text);
  if (pathname.length < 2)
    return {
      problem:
        'DATABASE_URL names no database. Write its name after the host, as in postgresql://host/countersign',
    };
  return { url: text };
}

/** Returns the path of the file that holds the database. Null means that a server holds it. */
export const toDatabaseFile = (databaseUrl: string): string | null =>
  databaseUrl.startsWith('file:') ? databaseUrl.slice('file:'.length) : null;
