import path from 'node:path';

const kinds =
  'DATABASE_URL must be a SQLite file, written as file:/path/to/countersign.db, or a PostgreSQL database, written as postgresql://user:password@host/name';

const misplacedAt =
  'DATABASE_URL has an @ after a /, a ? or a #: write these characters as %2F, %3F and %23 in a password or a user name, and an @ as %40';

/** Their values may hold a bare @. */
const freeParameters = new Set([
  'user',
  'password',
  'host',
  'options',
  'application_name',
  'sslcert',
  'sslkey',
  'sslrootcert',
]);

/**
 * Reads the address of the database: `file:` and an absolute path, or that of a PostgreSQL database. Returns
 * what is wrong with it in a sentence, which never holds its password.
 */
export function readDatabaseUrl(text: string): { url: string } | { problem: string } {
  if (/^file:./.test(text)) return { url: `file:${path.resolve(text.slice('file:'.length))}` };
  const afterScheme = /^postgres(?:ql)?:\/\/(.*)$/s.exec(text)?.[1];
  if (afterScheme === undefined) return { problem: kinds };
  if (endsTooEarly(afterScheme)) return { problem: misplacedAt };
  if (!URL.canParse(text)) return { problem: kinds };
  const { pathname } = new URL(text);
  if (pathname.length < 2)
    return {
      problem:
        'DATABASE_URL names no database. Write its name after the host, as in postgresql://host/countersign',
    };
  return { url: text };
}

/**
 * Says whether a bare character of a password seems to end the host. The rest of the password would then be the
 * name of the database, which people read in errors.
 */
function endsTooEarly(afterScheme: string): boolean {
  const afterHost = /[/?#].*$/s.exec(afterScheme)?.[0] ?? '';
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)([^#]*)(.*)$/s.exec(afterHost) ?? [];
  const isMisplaced = (part: string) => part.includes('@') && !freeParameters.has(part.split('=')[0] ?? '');
  return path.includes('@') || fragment.includes('@') || query.slice(1).split('&').some(isMisplaced);
}

/** Returns the path of the file that holds the database. Null means that a server holds it. */
export const toDatabaseFile = (databaseUrl: string): string | null =>
  databaseUrl.startsWith('file:') ? databaseUrl.slice('file:'.length) : null;
