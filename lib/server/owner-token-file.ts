import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deriveOwnerToken } from '../auth/owner-token';
import { putInPlace } from '../db/opening/put-in-place';

/** Programs of the owner read their token from this file of the data folder. */
export const ownerTokenFile = (dataDir: string): string => path.join(dataDir, 'owner.token');

/**
 * Derives the token (`lib/auth/owner-token`) and writes it (mode 0600), unless the file holds it already.
 * Whoever can read the data folder is the owner. Throws when the file cannot be written.
 */
export async function writeOwnerToken(dataDir: string, key: Buffer, number: number): Promise<void> {
  const token = deriveOwnerToken(key, number);
  const file = ownerTokenFile(dataDir);
  const [known, mode] = await Promise.all([readFile(file, 'utf8'), stat(file)]).then(
    ([text, found]) => [text, found.mode & 0o777],
    () => ['', 0],
  );
  if (known === `${token}\n` && mode === 0o600) return;
  await rm(`${file}.new`, { force: true });
  await writeFile(`${file}.new`, `${token}\n`, { mode: 0o600 });
  await putInPlace(`${file}.new`, file);
}
