import { chmod, open } from 'node:fs/promises';

/**
 * Lets only the server's own user read and write these files, which may exist with looser permissions. It
 * creates the first one when it is missing. SQLite gives the files that it puts next to a database the
 * permissions of the database.
 */
export async function keepPrivate(files: readonly [string, ...string[]]): Promise<void> {
  await (await open(files[0], 'a', 0o600)).close();
  for (const file of files) await chmod(file, 0o600).catch(tolerate);
}

/**
 * Accepts that there is no such file, that another user's file is only ours to use, or that the file system
 * has no permissions.
 */
function tolerate(error: NodeJS.ErrnoException): void {
  if (!['ENOENT', 'EPERM', 'ENOTSUP'].includes(error.code ?? '')) throw error;
}
