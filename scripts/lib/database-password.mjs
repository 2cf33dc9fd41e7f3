import { readFileSync } from 'node:fs';

/**
 * Returns `DATABASE_URL` with the password from the file that `DATABASE_PASSWORD_FILE` names, or nothing when
 * it names none. So no setting and no list of processes of the host has the password. Throws when the file or
 * the address cannot be used, in a sentence without the password.
 * @param {Record<string, string | undefined>} variables
 * @param {(file: string) => string} [read] default: reads the file
 * @returns {{ DATABASE_URL?: string }}
 */
export function withDatabasePassword(variables, read = (file) => readFileSync(file, 'utf8')) {
  const file = variables['DATABASE_PASSWORD_FILE'];
  if (!file) return {};
  const text = variables['DATABASE_URL'] ?? '';
  if (!/^postgres(?:ql)?:\/\/[^/]/.test(text) || !URL.canParse(text))
    throw new Error('DATABASE_PASSWORD_FILE needs DATABASE_URL=postgresql://user@host/name beside it.');
  const address = new URL(text);
  if (address.username === '' || address.password !== '')
    throw new Error('With DATABASE_PASSWORD_FILE, DATABASE_URL must name the user, and no password.');
  const password = readPassword(file, read);
  // An address could not hold a password with a percent sign otherwise.
  address.password = encodeURIComponent(password);
  return { DATABASE_URL: address.href };
}

function readPassword(file, read) {
  let password = '';
  try {
    password = read(file).trim();
  } catch (error) {
    throw new Error(`The password in ${file} (DATABASE_PASSWORD_FILE) cannot be read: ${error.code}.`);
  }
  if (password === '') throw new Error(`${file} (DATABASE_PASSWORD_FILE) is empty.`);
  return password;
}
