import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { readdir, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AppError } from '../../shared/app-error';
import { decodeStart, decodeText } from '../text/decode-text';
import { systemErrorCode, ToolFailure } from '../tool-failure';
import { atEntry } from './at-entry';
import { completePath } from './complete-path';
import type { FileStart, FolderListing, FoundEntry, OpenedFile, WorkspaceFiles } from './files.port';
import { findImageType, imageTypeBytes } from './image-type';
import { listFolder } from './list-folder';
import { isMarker } from './marker';
import { linkFailure, type OpenFolder } from './open-folder';
import { lstatOrNull, openRegularFile, readAtMost } from './open-regular-file';
import { privateFailure } from './private-entries';
import type { Workspace } from './workspace';
import { formatPath, parseWorkspacePath, type WorkspacePath } from './workspace-path';

/** Gives a person read access to the files of a workspace. */
export function createWorkspaceFiles(workspace: Workspace): WorkspaceFiles {
  return {
    find: (text) => refusing(() => findEntry(workspace, parseWorkspacePath(text))),

    list: (text, maxEntries) =>
      refusing(async (): Promise<FolderListing> => {
        const path = parseWorkspacePath(text);
        return workspace.inFolder(path, async (folder, at) => ({
          path: pathText(at),
          ...(await listFolder(folder, at, maxEntries)),
        }));
      }),

    readStart: (text, maxBytes) =>
      withFile(workspace, text, async (handle, stats, path): Promise<FileStart> => {
        const read = await readAtMost(handle, maxBytes);
        await handle.close();
        const isWhole = read.length <= maxBytes;
        const bytes = read.subarray(0, maxBytes);
        const decoded = isWhole ? decodeText(bytes) : decodeStart(bytes);
        return {
          path,
          size: isWhole ? bytes.length : stats.size,
          modifiedAt: stats.mtime,
          image: findImageType(bytes),
          text: decoded,
          unreadable: decoded !== null ? null : bytes.subarray(0, 8_192).includes(0) ? 'binary' : 'encoding',
          isWhole,
        };
      }),

    open: (text) =>
      withFile(workspace, text, async (handle, stats, path): Promise<OpenedFile> => {
        const start = Buffer.alloc(imageTypeBytes);
        const { bytesRead } = await handle.read(start, 0, imageTypeBytes, 0);
        return {
          path,
          size: stats.size,
          modifiedAt: stats.mtime,
          image: findImageType(start.subarray(0, bytesRead)),
          stream: (from, to) => toStream(handle, from, to),
          close: () => handle.close(),
        };
      }),

    complete: async (text, limit, signal) =>
      (await refusing(() => completePath(workspace, text, limit, signal))) ?? [],
  };
}

async function findEntry(workspace: Workspace, path: WorkspacePath): Promise<FoundEntry | null> {
  if (path.length === 0) return workspace.inFolder(path, describeFolder);
  return atEntry(workspace, path, async ({ folder: parent, name, path: at, shown }) => {
    const stats = await lstatOrNull(parent.entry(name));
    if (stats === null) return null;
    if (stats.isSymbolicLink()) throw linkFailure(shown);
    if (parent.isPrivate(stats)) throw privateFailure(shown);
    if (stats.isFile()) return { path: shown, kind: 'file', size: stats.size, modifiedAt: stats.mtime };
    if (!stats.isDirectory()) throw new ToolFailure('invalid_target', `${shown} is not a regular file.`);
    const folder = await parent.openChild(name, shown);
    return describeFolder(folder, at).finally(() => folder.close());
  });
}

async function describeFolder({ location }: OpenFolder, path: WorkspacePath): Promise<FoundEntry> {
  const [names, { mtime }] = await Promise.all([readdir(location), stat(location)]);
  const entryCount = names.filter((name) => !isMarker([...path, name])).length;
  return { path: pathText(path), kind: 'folder', entryCount, modifiedAt: mtime };
}

/** Opens a file and hands its handle to `use`. It closes the handle only when `use` throws. */
async function withFile<Result>(
  workspace: Workspace,
  text: string,
  use: (handle: FileHandle, stats: Stats, path: string) => Promise<Result>,
): Promise<Result | null> {
  return refusing(async () => {
    const path = parseWorkspacePath(text);
    if (path.length === 0) return null;
    const opened = await atEntry(workspace, path, async ({ folder, name, shown }) => {
      const stats = await lstatOrNull(folder.entry(name));
      if (stats === null || stats.isDirectory()) return null;
      return { ...(await openRegularFile(folder, name, shown)), shown };
    });
    if (opened === null) return null;
    try {
      return await use(opened.handle, opened.stats, opened.shown);
    } catch (error) {
      await opened.handle.close();
      throw error;
    }
  });
}

/** The stream never goes past `end`, even when the file grows meanwhile. */
function toStream(handle: FileHandle, start: number, end: number): ReadableStream<Uint8Array> {
  if (start >= end) {
    void handle.close();
    return new Blob([]).stream();
  }
  const stream = handle.createReadStream({ start, end: end - 1, autoClose: true });
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}

function pathText(path: WorkspacePath): string {
  return path.length === 0 ? '' : formatPath(path);
}

/** Returns null when a folder on the way is missing; every other failure refuses the path. */
async function refusing<Result>(look: () => Promise<Result>): Promise<Result | null> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof ToolFailure) {
      if (error.code === 'not_found') return null;
      throw new AppError('path_refused', error.message);
    }
    if (systemErrorCode(error) !== 'EACCES' && systemErrorCode(error) !== 'EPERM') throw error;
    throw new AppError('path_refused', 'The server may not look into this folder.');
  }
}
