import { createHash } from 'node:crypto';
import { type FileHandle, readdir } from 'node:fs/promises';
import type { Obstacle } from '../../domain/obstacle';
import { obstructed, ToolFailure } from '../tool-failure';
import { atEntry, type Entry } from './at-entry';
import { linkFailure, type OpenFolder } from './open-folder';
import { lstatOrNull, openRegularFile, readAtMost } from './open-regular-file';
import type { Workspace } from './workspace';
import { formatPath, type WorkspacePath } from './workspace-path';

/**
 * Describes the state of a path: nothing, a regular file, or a folder. `fingerprint` is the SHA-256 of a
 * file's content or of a folder's names, and `absent` for nothing. Links and devices throw a `ToolFailure`. A
 * file above `maxFileBytes` is not read: its `bytes` are null, and its fingerprint covers size, inode, the
 * time of its last modification, and that of its last change of any kind, which no program can set. Where
 * names on disk have another Unicode form than those that were asked for, the fingerprint covers these names,
 * too.
 */
export type Target = TargetState & {
  /** The path has the names on disk. */
  path: WorkspacePath;
};

type TargetState =
  /** `obstacle`: a folder on the way is missing; null when only the entry is. */
  | { kind: 'absent'; fingerprint: string; obstacle: Obstacle | null }
  | { kind: 'file'; fingerprint: string; size: number; bytes: Buffer | null; mode: number; linkCount: number }
  | { kind: 'folder'; fingerprint: string; entryCount: number };

/** Tools move and delete files above this size, but neither read nor change them. */
export const maxFileBytes = 5_000_000;

/** Reads the state of a path. If a folder in the path is missing, the target is absent. */
export async function readTarget(workspace: Workspace, path: WorkspacePath): Promise<Target> {
  if (path.length === 0)
    return workspace.inFolder(path, async (folder) => ({ ...(await readFolder(folder)), path }));
  try {
    return await atEntry(workspace, path, readEntry);
  } catch (error) {
    if (!isMissing(error)) throw error;
    return addPath({ ...absent, obstacle: error.obstacle }, await findMissing(workspace, path), path);
  }
}

const absent = { kind: 'absent', fingerprint: 'absent', obstacle: null } as const;

const isMissing = (error: unknown): error is ToolFailure =>
  error instanceof ToolFailure && error.code === 'not_found';

/** Returns the path of an entry below a missing folder, with the names on disk as far as they are there. */
async function findMissing(workspace: Workspace, path: WorkspacePath): Promise<WorkspacePath> {
  if (path.length === 0) return path;
  const parent = path.slice(0, -1);
  const found = await workspace
    .inFolder(parent, async (_, at) => at)
    .catch((error: unknown) => {
      if (isMissing(error)) return findMissing(workspace, parent);
      throw error;
    });
  return [...found, ...path.slice(-1)];
}

/** Reads the state of an entry in an open folder. */
export async function readEntry(entry: Entry): Promise<Target> {
  return addPath(await readState(entry), entry.path, entry.asked);
}

/**
 * Binds the fingerprint to the entry on disk, so that a signature covers no other entry that may get the name
 * that was asked for.
 */
function addPath(state: TargetState, path: WorkspacePath, asked: WorkspacePath): Target {
  const isAsked = formatPath(path) === formatPath(asked);
  const fingerprint = isAsked ? state.fingerprint : `${state.fingerprint}@${sha256(formatPath(path))}`;
  return { ...state, path, fingerprint };
}

async function readState({ folder, name, shown }: Entry): Promise<TargetState> {
  const stats = await lstatOrNull(folder.entry(name));
  if (stats === null) return absent;
  if (stats.isSymbolicLink()) throw linkFailure(shown);
  if (stats.isDirectory()) {
    const child = await folder.openChild(name, shown);
    return readFolder(child).finally(() => child.close());
  }
  return readFile(folder, name, shown);
}

/** Creates the failure of a call that needs a file. */
export function folderFailure(shown: string): ToolFailure {
  return obstructed('invalid_target', `${shown} is a folder, not a file.`, { kind: 'folder', path: shown });
}

/** Returns the fingerprint of a file with this content. */
export function fingerprintOf(bytes: Uint8Array): string {
  return `file:${sha256(bytes)}`;
}

async function readFolder(folder: OpenFolder): Promise<TargetState> {
  const names = await readdir(folder.location);
  const fingerprint = `folder:${sha256(names.sort().join('\0'))}`;
  return { kind: 'folder', fingerprint, entryCount: names.length };
}

async function readFile(folder: OpenFolder, name: string, shown: string): Promise<TargetState> {
  const { handle, stats } = await openRegularFile(folder, name, shown);
  try {
    const bytes = await readAtMost(handle, maxFileBytes);
    const isWhole = bytes.length <= maxFileBytes;
    const fingerprint = isWhole ? fingerprintOf(bytes) : `large:${sha256(await readIdentity(handle))}`;
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

/** The times are in nanoseconds, because two changes may fall into one millisecond. */
async function readIdentity(handle: FileHandle): Promise<string> {
  const { size, mtimeNs, ctimeNs, ino } = await handle.stat({ bigint: true });
  return [size, mtimeNs, ctimeNs, ino].join(' ');
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
