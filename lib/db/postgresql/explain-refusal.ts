import { OpeningRefused } from '../opening/opening-refused';
import { describeAddress } from './address';
import { readCode } from './server-error';

const oldestMajor = 14;

/** Throws `OpeningRefused` for a server that is too old. `version` is PostgreSQL's number. */
export function requireVersion(version: number, url: string): void {
  const major = Math.floor(version / 10_000);
  if (major >= oldestMajor) return;
  throw new OpeningRefused(
    `Countersign needs PostgreSQL ${oldestMajor} or newer; the server at ${describeAddress(url).server} is ${major}. Update it, or set DATABASE_URL to another server.`,
  );
}

/**
 * Turns what the server answered at the opening into one sentence for a person. Returns null for an error that
 * has another cause. No sentence holds the password.
 */
export function explainRefusal(error: unknown, url: string): OpeningRefused | null {
  if (error instanceof OpeningRefused) return error;
  const { server, database, user } = describeAddress(url);
  const say = (sentence: string) => new OpeningRefused(sentence, { cause: error });
  const code = readCode(error) ?? '';
  const file = findUnreadFile(error);
  if (file !== null)
    return say(
      `The file ${file}, which DATABASE_URL names, cannot be read (${code}). Correct its name or its rights.`,
    );
  switch (code) {
    case '28P01':
    case '28000':
      return say(
        `PostgreSQL at ${server} refuses the user ${user} or the password. Correct them in DATABASE_URL.`,
      );
    case '3D000':
      return say(
        `PostgreSQL at ${server} has no database ${database}. Create it, or correct its name in DATABASE_URL.`,
      );
    case '42501':
      return refuseCreation(url, error);
    case '53300':
      return say(`PostgreSQL at ${server} takes no more connections. Raise its max_connections.`);
    case '25006':
      return say(
        `PostgreSQL at ${server} takes no writes. It may be a standby: set DATABASE_URL to the primary server.`,
      );
  }
  const signIn = error instanceof Error && /^SASL: (?<what>.*)$/s.exec(error.message)?.groups?.['what'];
  if (signIn && /client password must be/.test(signIn))
    return say(
      `PostgreSQL at ${server} asks for the password of the user ${user}, and DATABASE_URL has none. Write it there, as in postgresql://user:password@host/name.`,
    );
  if (signIn)
    return say(
      `Countersign cannot sign in to PostgreSQL at ${server} (${signIn}). Check that DATABASE_URL has the address of a PostgreSQL server.`,
    );
  if (isAboutReaching(error, code))
    return say(
      `PostgreSQL cannot be reached at ${server}${code ? ` (${code})` : ''}. Check that it runs and that DATABASE_URL has its address.`,
    );
  if (error instanceof Error && /SSL|TLS|certificate/i.test(error.message))
    return say(
      `PostgreSQL at ${server} and DATABASE_URL disagree about TLS (${error.message}). Correct sslmode in DATABASE_URL.`,
    );
  return null;
}

/** Says that the user of `url` may not create tables. */
export function refuseCreation(url: string, cause?: unknown): OpeningRefused {
  const { server, database, user } = describeAddress(url);
  return new OpeningRefused(
    `The user ${user} may not create tables in the database ${database} at ${server}. Make this user the owner of the database.`,
    { cause },
  );
}

/** The driver reads the files of `sslrootcert`, `sslcert` and `sslkey`. */
function findUnreadFile(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { syscall, path } = error as NodeJS.ErrnoException;
  return (syscall === 'open' || syscall === 'read') && path ? path : null;
}

function isAboutReaching(error: unknown, code: string): boolean {
  if (/^(E[A-Z_]+$|08|57P)/.test(code)) return true;
  return error instanceof Error && /Connection terminated|timeout/.test(error.message);
}
