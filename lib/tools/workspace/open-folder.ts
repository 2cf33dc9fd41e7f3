import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { obstructed, systemErrorCode, type ToolFailure } from '../tool-failure';
import { disk } from './disk';
import { type IsPrivate, privateFailure } from './private-entries';

/**
 * This folder was opened without following a link. All access to its entries goes through it, never again
 * from the root, so no process can swap a folder above for a link in between.
 */
export interface OpenFolder extends BareFolder<OpenFolder> {
  /** Says whether an opened entry belongs to the server itself. */
  isPrivate: IsPrivate;
}

/** This is a folder as the platform opens it. `Child` is the type of its subfolders. */
export type BareFolder<Child> = {
  /** A process starts at this real path, and entries are read from it. */
  readonly location: string;
  /** Returns a path to the entry of this name with no link above it. The entry itself may be a link. */
  entry(name: string): string;
  /** Throws `outside_workspace` when the folder is no longer where it was opened. */
  verify(): Promise<void>;
  /**
   * Opens the subfolder of this name. For a link, a file or nothing, throws a `ToolFailure` that calls it
   * `shown`.
   */
  openChild(name: string, shown: string): Promise<Child>;
  /**
   * Puts the folder's entries on disk: the names that a change made, moved or removed are then there after a
   * power cut.
   */
  sync(): Promise<void>;
  close(): Promise<void>;
};

/** It is not yet known whether tools may open this folder. */
export interface UncheckedFolder extends BareFolder<UncheckedFolder> {}

/**
 * Throws `not_allowed` and closes the folder when it is private. The same check applies to every folder in
 * it.
 */
export async function refusePrivate(
  folder: UncheckedFolder,
  isPrivate: IsPrivate,
  shown: string,
): Promise<OpenFolder> {
  if (isPrivate(await disk.stat(folder.location))) {
    await folder.close();
    throw privateFailure(shown);
  }
  return {
    ...folder,
    isPrivate,
    openChild: async (name, shownChild) =>
      refusePrivate(await folder.openChild(name, shownChild), isPrivate, shownChild),
  };
}

/**
 * Holds each folder by a descriptor on Linux, and names entries `/proc/self/fd/<descriptor>/<name>`, which
 * the kernel resolves from that folder itself.
 */
export async function openByDescriptor(path: string): Promise<UncheckedFolder> {
  const handle = await disk.open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  return toFolder(handle);
}

function toFolder(handle: FileHandle): UncheckedFolder {
  const location = `/proc/self/fd/${handle.fd}`;
  const entry = (name: string) => `${location}/${name}`;
  return {
    location,
    entry,
    verify: async () => {},
    async openChild(name, shown) {
      try {
        return await openByDescriptor(entry(name));
      } catch (error) {
        throw await explainFolder(error, entry(name), shown);
      }
    },
    sync: () => syncFolder(handle),
    close: () => handle.close(),
  };
}

const withoutFolderSync = ['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR'];

/** Some file systems, and Windows, cannot sync folders. */
export async function syncFolder(handle: FileHandle): Promise<void> {
  await handle.sync().catch((error: unknown) => {
    if (!withoutFolderSync.includes(systemErrorCode(error) ?? '')) throw error;
  });
}

/** Explains why a path did not open as a folder. Returns an unexpected error unchanged. */
export async function explainFolder(error: unknown, path: string, shown: string): Promise<unknown> {
  const code = systemErrorCode(error);
  if (code === 'ENOENT') return missingFolderFailure(shown);
  if (code === 'EACCES') return closedFailure(shown);
  if (code !== 'ENOTDIR' && code !== 'ELOOP') return error;
  const stats = await disk.lstat(path).catch(() => null);
  return stats?.isSymbolicLink() ? linkFailure(shown) : notFolderFailure(shown);
}

export function linkFailure(shown: string): ToolFailure {
  const message = `${shown} is a link. Tools do not follow links.`;
  return obstructed('outside_workspace', message, { kind: 'link', path: shown });
}

export function notFolderFailure(shown: string): ToolFailure {
  return obstructed('invalid_target', `${shown} is not a folder.`, { kind: 'not_folder', path: shown });
}

export function missingFolderFailure(shown: string): ToolFailure {
  const message = `There is no folder ${shown}.`;
  return obstructed('not_found', message, { kind: 'missing', path: shown, hint: '' });
}

/** The operating system does not let the server open it. */
export function closedFailure(shown: string): ToolFailure {
  return obstructed('not_allowed', `The server may not open ${shown}.`, { kind: 'closed', path: shown });
}
