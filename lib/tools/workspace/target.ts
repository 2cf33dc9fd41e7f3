import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises';
import { systemErrorCode, ToolFailure } from '../tool-failure';
import { linkFailure, type OpenFolder } from './open-folder';
import { privateFailure } from './private-entries';
import type { Workspace } from './workspace';
import { formatPath, splitPath, type WorkspacePath } from './workspace-path';

/**
 * The state of a path: nothing, a regular file, or a folder. `fingerprint` is the SHA-256 of a file's content or of a
 * folder's names, and `absent` for nothing. Links and devices throw a `ToolFailure`. A file above `maxFileBytes` is not
 * read: its `bytes` are null, and its fingerprint covers size, modification time and inode.
 */
export type Target =
  | { kind: 'absent'; fingerprint: 'absent' }
  | { kind: 'file'; fingerprint: string; size: number; bytes: Buffer | null; mode: number; linkCount: number }
  | { kind: 'folder'; fingerprint: string; entryCount: number };

/** Tools move and delete files above this size, but neither read nor change them. */
export const maxFileBytes = 5_000_000;

/** Reads the state of a path. If a folder in the path is missing, the target is absent. */
export async function readTarget(workspace: Workspace, path: WorkspacePath): Promise<Target> {
  if (path.length === 0) return workspace.inFolder(path, readFolder);
  const { parent, name } = splitPath(path);
  try {
    return await workspace.inFolder(parent, (folder) => readEntry(folder, name, formatPath(path)));
  } catch (error) {
    if (error instanceof ToolFailure && error.code === 'not_found') return absent;
    throw error;
  }
}

const absent: Target = { kind: 'absent', fingerprint: 'absent' };

/** The same in an open folder. Messages call the entry `shown`. */
export async function readEntry(folder: OpenFolder, name: string, shown: string): Promise<Target> {
  const stats = await lstatOrNull(folder.entry(name));
  if (stats === null) return absent;
  if (stats.isSymbolicLink()) throw linkFailure(shown);
  if (stats.isDirectory()) {
    const child = await folder.openChild(name, shown);
    return readFolder(child).finally(() => child.close());
  }
  return readFile(folder, name, shown);
}

async function readFolder(folder: OpenFolder): Promise<Target> {
  const names = await readdir(folder.location);
  const fingerprint = `folder:${sha256(names.sort().join('\0'))}`;
  return { kind: 'folder', fingerprint, entryCount: names.length };
}

async function readFile(folder: OpenFolder, name: string, shown: string): Promise<Target> {
  const handle = await openFile(folder, name, shown);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new ToolFailure('invalid_target', `${shown} is not a regular file.`);
    if (folder.isPrivate(stats)) throw privateFailure(shown);
    await confirmSame(folder, name, stats);
    const bytes = await readAtMost(handle, maxFileBytes);
    const isWhole = bytes.length <= maxFileBytes;
    const fingerprint = isWhole
      ? `file:${sha256(bytes)}`
      : `large:${sha256([stats.size, stats.mtimeMs, stats.ino].join(' '))}`;
    return {
      kind: 'file',
      fingerprint,
      size: isWhole ? bytes.length : stats.size,
      bytes: isWhole ? bytes : null,
      mode: stats.mode & 0o777,
      linkCount: stats.nlink,
    };
  } finally {
    await handle.close();
  }
}

/** Without `O_NONBLOCK`, opening a named pipe would wait for a writer forever. */
async function openFile(folder: OpenFolder, name: string, shown: string): Promise<FileHandle> {
  try {
    return await open(folder.entry(name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ELOOP' || code === 'EMLINK') throw linkFailure(shown);
    if (code === 'EACCES' || code === 'EPERM') {
      throw new ToolFailure('not_allowed', `The server may not open ${shown}.`);
    }
    if (code === 'ENXIO') throw new ToolFailure('invalid_target', `${shown} is not a regular file.`);
    throw error;
  }
}

/** The opened file can differ from the requested one only where folders are not held by a descriptor. */
async function confirmSame(folder: OpenFolder, name: string, opened: Stats): Promise<void> {
  await folder.verify();
  const now = await lstatOrNull(folder.entry(name));
  if (now === null || now.isSymbolicLink() || now.ino !== opened.ino || now.dev !== opened.dev) {
    throw new ToolFailure(
      'target_changed',
      `Another program replaced ${name} while it was being read. Try again.`,
    );
  }
}

/** The complete content, or a little more than `maxBytes` of it. */
async function readAtMost(handle: FileHandle, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let total = 0;
  while (total <= maxBytes) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(65_536), 0, 65_536, null);
    if (bytesRead === 0) break;
    chunks.push(buffer.subarray(0, bytesRead));
    total += bytesRead;
  }
  return Buffer.concat(chunks);
}

export async function lstatOrNull(path: string): Promise<Stats | null> {
  try {
    return await lstat(path);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
