import {
  closeSync,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  type StatOptions,
  type Stats,
  statSync,
} from 'node:fs';
import { type FileHandle, lstat, open, readdir, realpath, stat } from 'node:fs/promises';
import { isMainThread } from 'node:worker_threads';

/** The guards of the workspace and the search need only these calls of the file system. */
type Disk = {
  open(path: string, flags: number): Promise<FileHandle>;
  lstat(path: string): Promise<Stats>;
  stat(path: string): Promise<Stats>;
  realpath(path: string): Promise<string>;
  /** Lists the entries of a folder in no certain order. */
  list(path: string): Promise<Dirent[]>;
};

const asynchronous: Disk = {
  open,
  lstat,
  stat,
  realpath,
  list: (path) => readdir(path, { withFileTypes: true }),
};

/**
 * These calls take a quarter of the time of the asynchronous ones, and the thread has nothing else to do
 * meanwhile.
 */
const synchronous: Disk = {
  open: async (path, flags) => toHandle(openSync(path, flags)),
  lstat: async (path) => lstatSync(path),
  stat: async (path) => statSync(path),
  realpath: async (path) => realpathSync(path),
  list: async (path) => readdirSync(path, { withFileTypes: true }),
};

/**
 * The event loop uses the asynchronous calls. A job's thread has nothing else to do, so each call there just
 * waits.
 */
export const disk: Disk = isMainThread ? asynchronous : synchronous;

function toHandle(fd: number): FileHandle {
  const handle = {
    fd,
    stat: async (options?: StatOptions) => fstatSync(fd, options),
    read: async (buffer: Buffer, offset: number, length: number, position: number) => ({
      bytesRead: readSync(fd, buffer, offset, length, position),
      buffer,
    }),
    close: async () => closeSync(fd),
  };
  // Jobs in a thread only stat, read and close a handle. Only the event loop streams a file, and it uses the
  // asynchronous disk.
  return handle as unknown as FileHandle;
}
