import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deriveOwnerToken } from '../auth/owner-token';
import { putInPlace } from '../db/opening/put-in-place';

/** Programs of the owner read their token from this file of the data folder. */
export const ownerTokenFile = (dataDir: string): string => path.join(dataDir, 'owner.token');

/** A person who reads this file makes the first owner of a team. */
export const setupSecretFile = (dataDir: string): string => path.join(dataDir, 'setup.secret');

/**
 * Derives the token (`lib/auth/owner-token`) and writes it. Anyone who can read the data folder is the owner.
 * Throws when the file cannot be written.
 */
export async function writeOwnerToken(dataDir: string, key: Buffer, number: number): Promise<void> {
  await writeSecret(ownerTokenFile(dataDir), deriveOwnerToken(key, number));
}

/** Writes the secret that makes the first owner, or removes it (null) when there is one. Throws likewise. */
export async function writeSetupSecret(dataDir: string, secret: string | null): Promise<void> {
  const file = setupSecretFile(dataDir);
  await (secret === null ? rm(file, { force: true }) : writeSecret(file, secret));
}

/** Writes a secret (mode 0600), unless the file holds it already. */
async function writeSecret(file: string, token: string): Promise<void> {
  const [known, mode] = await Promise.all([readFile(file, 'utf8'), stat(file)]).then(
    ([text, found]) => [text, found.mode & 0o777],
    () => ['', 0],
  );
  if (known === `${token}\n` && mode === 0o600) return;
  await rm(`${file}.new`, { force: true });
  await writeFile(`${file}.new`, `${token}\n`, { mode: 0o600 });
  await putInPlace(`${file}.new`, file);
}
