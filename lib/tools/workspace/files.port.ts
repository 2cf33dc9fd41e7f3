/**
 * The workspace for a person who looks: reading only, with the same guards as the tools. A path is relative, with `/`
 * between names; '' is the workspace folder. A path that must not be opened (it leaves the workspace, is a link or a device, the
 * server may not open it) throws an `AppError` with the code `path_refused`.
 */
export interface WorkspaceFiles {
  /** The entry's facts without its content; null when nothing exists there. */
  find(path: string): Promise<FoundEntry | null>;

  /** Folders first, then files, by name; at most `maxEntries` of them. Null when there is no such folder. */
  list(path: string, maxEntries: number): Promise<FolderListing | null>;

  /** The first `maxBytes` of a file. Null when there is no such file. */
  readStart(path: string, maxBytes: number): Promise<FileStart | null>;

  /** A file to send. Null when there is no such file. The caller reads `stream` to its end or calls `close`. */
  open(path: string): Promise<OpenedFile | null>;

  /** Paths that complete `text`, best first: its folder's entries, then deeper ones. Folders before files of the same rank. */
  complete(text: string, limit: number, signal: AbortSignal): Promise<ListedEntry[]>;
}

/** `path` is the path in its one plain form; '' for the workspace folder. */
export type FoundEntry = { path: string; modifiedAt: Date } & (
  | { kind: 'file'; size: number }
  | { kind: 'folder'; entryCount: number }
);

export type ListedEntry = {
  path: string;
  kind: 'file' | 'folder' | 'link' | 'other';
  /** In bytes; null for anything but a file. */
  size: number | null;
  modifiedAt: Date;
};

export type FolderListing = { path: string; entries: ListedEntry[]; entryCount: number };

export type FileStart = {
  path: string;
  size: number;
  modifiedAt: Date;
  /** Determined by the first bytes of the file, never by its name. */
  image: ImageType | null;
  /** The text so far; null when the file is not text. */
  text: string | null;
  /** Why `text` is null. */
  unreadable: 'binary' | 'encoding' | null;
  isWhole: boolean;
};

export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif';

export type OpenedFile = {
  path: string;
  size: number;
  modifiedAt: Date;
  image: ImageType | null;
  /** The bytes from `start` to before `end`, with no more than one chunk in memory. */
  stream(start: number, end: number): ReadableStream<Uint8Array>;
  close(): Promise<void>;
};
