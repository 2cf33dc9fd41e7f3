import { randomBytes } from 'node:crypto';
import { chmod, lstat, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createFolder } from './create-folder';
import { putInPlace } from './put-in-place';

export const keyBytes = 32;

/**
 * `problem` says why the existing file cannot be used, and names the file. The server never overwrites such a
 * file.
 */
export type KeyFile = { ok: true; key: Buffer } | { ok: false; problem: string };

/** Reads the key, or creates the file (mode 0600) if it is missing. Never throws. */
export async function loadKeyFile(file: string): Promise<KeyFile> {
  try {
    await createFolder(path.dirname(file));
    if (!(await exists(file))) return { ok: true, key: await createKeyFile(file) };
    // Another program may have written the file so that others can read it.
    await chmod(file, 0o600).catch(() => {});
    return parseKey(file, await readFile(file, 'utf8'));
  } catch (error) {
    return { ok: false, problem: `The key file ${file} ${explain(error)}.` };
  }
}

/** Renames the unusable file, so that the server can create a new one. Returns the new name. */
export async function setKeyFileAside(file: string): Promise<string> {
  const aside = `${file}.unusable-${new Date().toISOString().replaceAll(':', '-')}`;
  await rename(file, aside);
  return aside;
}

/**
 * Tells whether the file exists. A link counts even if its target is missing, because the key may be on a
 * disk that is not mounted.
 */
async function exists(file: string): Promise<boolean> {
  const found = await lstat(file).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error && found.code !== 'ENOENT') throw found;
  return !(found instanceof Error);
}

/**
 * Reads the key that several servers share, which holds 32 bytes in hexadecimal or as `loadKeyFile` writes them.
 * Nothing is created. Never throws.
 */
export async function readSharedKeyFile(file: string): Promise<KeyFile> {
  try {
    if (!(await exists(file))) return { ok: false, problem: `The key file ${file} is missing.` };
    return parseKey(file, await readFile(file, 'utf8'));
  } catch (error) {
    return { ok: false, problem: `The key file ${file} ${explain(error)}.` };
  }
}

function parseKey(file: string, text: string): KeyFile {
  const isHexadecimal = /^[0-9a-f]{64}$/i.test(text.trim());
  const key = Buffer.from(text, isHexadecimal ? 'hex' : 'base64');
  if (key.length === keyBytes) return { ok: true, key };
  return {
    ok: false,
    problem: `The key file ${file} is damaged: it holds ${key.length} bytes in Base64, not ${keyBytes}.`,
  };
}

/** Creates the complete file or none: a crash in between leaves no half key under this name. */
async function createKeyFile(file: string): Promise<Buffer> {
  const key = randomBytes(keyBytes);
  await writeFile(`${file}.new`, key.toString('base64'), { mode: 0o600 });
  await putInPlace(`${file}.new`, file);
  return key;
}

function explain(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EISDIR':
      return 'is a folder, not a file';
    case 'EACCES':
    case 'EPERM':
      return 'cannot be read: the server has no permission';
    case 'ENOENT':
      return 'is a link to a file that does not exist';
    default:
      return `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`;
  }
}
