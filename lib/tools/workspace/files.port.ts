/**
 * Shows the workspace to a person: it only reads, with the same guards as the tools. A path is relative, with
 * `/` between names; '' is the workspace folder. A name that is there only in another Unicode form leads to its
 * entry, and the paths that come back have the names on disk. An `AppError` with the code `path_refused`
 * refuses a path that leaves the workspace, is a link or a device, or is closed to the server.
 */
export interface WorkspaceFiles {
  /** Returns the entry's facts without its content, or null when nothing exists there. */
  find(path: string): Promise<FoundEntry | null>;

  /**
   * Lists folders first, then files, by name, and at most `maxEntries` of them. Returns null when there is no
   * such folder.
   */
  list(path: string, maxEntries: number): Promise<FolderListing | null>;

  /** Reads the first `maxBytes` of a file. Returns null when there is no such file. */
  readStart(path: string, maxBytes: number): Promise<FileStart | null>;

  /**
   * Opens a file to send it. Returns null when there is no such file. The caller reads `stream` to its end or
   * calls `close`.
   */
  open(path: string): Promise<OpenedFile | null>;

  /**
   * Returns paths that complete `text`, best first: entries of its folder, then deeper ones. Folders come
   * before files of the same rank.
   */
  complete(text: string, limit: number, signal: AbortSignal): Promise<ListedEntry[]>;
}

/** `path` has the names on disk, in its one plain form; it is '' for the workspace folder. */
export type FoundEntry = { path: string; modifiedAt: Date } & (
  | { kind: 'file'; size: number }
  | { kind: 'folder'; entryCount: number }
);

export type ListedEntry = {
  path: string;
  kind: 'file' | 'folder' | 'link' | 'other';
  /** The size is in bytes. It is null for anything but a file. */
  size: number | null;
  modifiedAt: Date;
};

export type FolderListing = { path: string; entries: ListedEntry[]; entryCount: number };

export type FileStart = {
  path: string;
  size: number;
  modifiedAt: Date;
  /** The first bytes of the file decide this, never its name. */
  image: ImageType | null;
  /** Holds the text that was read, or null when the file is not text. */
  text: string | null;
  /** Says why `text` is null. */
  unreadable: 'binary' | 'encoding' | null;
  isWhole: boolean;
};

export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif';

export type OpenedFile = {
  path: string;
  size: number;
  modifiedAt: Date;
  image: ImageType | null;
  /** Streams the bytes from `start` to before `end`, with no more than one chunk in memory. */
  stream(start: number, end: number): ReadableStream<Uint8Array>;
  close(): Promise<void>;
};
