import { readFileSync } from 'node:fs';
import path from 'node:path';

type Variables = Record<string, string | undefined>;

/**
 * Returns `DATABASE_URL` with the password from the file that `DATABASE_PASSWORD_FILE` names, or nothing when it
 * names none. So no setting and no list of processes of the host has the password. Returns why not in a sentence
 * without the password when the file or the address cannot be used.
 */
export function readDatabasePassword(
  variables: Variables,
  read = (file: string) => readFileSync(file, 'utf8'),
): { DATABASE_URL?: string } | { problem: string } {
  const named = variables['DATABASE_PASSWORD_FILE'];
  if (!named) return {};
  const text = variables['DATABASE_URL'] ?? '';
  if (!/^postgres(?:ql)?:\/\/[^/]/.test(text) || !URL.canParse(text))
    return { problem: 'DATABASE_PASSWORD_FILE needs DATABASE_URL=postgresql://user@host/name beside it.' };
  const address = new URL(text);
  if (address.username === '' || address.password !== '')
    return { problem: 'With DATABASE_PASSWORD_FILE, DATABASE_URL must name the user, and no password.' };
  const password = readPassword(path.resolve(named), read);
  if (typeof password !== 'string') return password;
  // An address could not hold a password with a percent sign otherwise.
  address.password = encodeURIComponent(password);
  return { DATABASE_URL: address.href };
}

function readPassword(file: string, read: (file: string) => string): string | { problem: string } {
  try {
    const password = read(file).trim();
    return password === '' ? { problem: `${file} (DATABASE_PASSWORD_FILE) is empty.` } : password;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { problem: `The password in ${file} (DATABASE_PASSWORD_FILE) cannot be read: ${code}.` };
  }
}
