import { constants, type Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { obstructed, systemErrorCode, type ToolFailure } from '../tool-failure';
import { disk } from './disk';
import { closedFailure, linkFailure, type OpenFolder } from './open-folder';
import { privateFailure } from './private-entries';

/**
 * Opens a regular file in an open folder for reading, without following a link. Throws a `ToolFailure` that
 * calls the file `shown` for links, devices and files that the server may not read. The caller closes the
 * handle.
 */
export async function openRegularFile(
  folder: OpenFolder,
  name: string,
  shown: string,
): Promise<{ handle: FileHandle; stats: Stats }> {
  const handle = await openForReading(folder, name, shown);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw notFileFailure(shown);
    if (folder.isPrivate(stats)) throw privateFailure(shown);
    await confirmSame(folder, name, shown, stats);
    return { handle, stats };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Reads at most `maxBytes` from the start of the file, and up to one chunk more when the file is longer. */
export async function readAtMost(handle: FileHandle, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let total = 0;
  while (total <= maxBytes) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(65_536), 0, 65_536, total);
    if (bytesRead === 0) break;
    chunks.push(buffer.subarray(0, bytesRead));
    total += bytesRead;
  }
  return Buffer.concat(chunks);
}

export async function lstatOrNull(path: string): Promise<Stats | null> {
  try {
    return await disk.lstat(path);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Without `O_NONBLOCK`, opening a named pipe would wait for a writer forever. */
async function openForReading(folder: OpenFolder, name: string, shown: string): Promise<FileHandle> {
  try {
    return await disk.open(
      folder.entry(name),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    );
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT') {
      const message = `${shown} is no longer there.`;
      throw obstructed('not_found', message, { kind: 'missing', path: shown, hint: '' });
    }
    if (code === 'ELOOP' || code === 'EMLINK') throw linkFailure(shown);
    if (code === 'EACCES' || code === 'EPERM') throw closedFailure(shown);
    if (code === 'ENXIO') throw notFileFailure(shown);
    throw error;
  }
}

/** The opened file can differ from the requested one only where no descriptor holds the folders. */
async function confirmSame(folder: OpenFolder, name: string, shown: string, opened: Stats): Promise<void> {
  await folder.verify();
  const now = await lstatOrNull(folder.entry(name));
  if (now === null || now.isSymbolicLink() || now.ino !== opened.ino || now.dev !== opened.dev) {
    const message = `Another program replaced ${name} while it was being read. Try again.`;
    throw obstructed('target_changed', message, { kind: 'changing', path: shown });
  }
}

export function notFileFailure(shown: string): ToolFailure {
  return obstructed('invalid_target', `${shown} is not a regular file.`, { kind: 'not_file', path: shown });
}
