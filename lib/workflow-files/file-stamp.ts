import { type BigIntStats, statSync } from 'node:fs';

/**
 * A file system may give two quick changes the same time. So a file that changed this recently is read again,
 * whatever its stamp says.
 */
const settledAfterMs = 2_000;

/**
 * This runs on the event loop, because a thread takes five times as long (docs/performance.md). Throws when
 * there is no such file.
 */
export const factsOf = (path: string): BigIntStats => statSync(path, { bigint: true });

/** The stamp changes when the file, or the list of a folder's files, does. */
export const stampOf = ({ ino, mtimeNs, ctimeNs, size }: BigIntStats): string =>
  [ino, mtimeNs, ctimeNs, size].join();

export const isSettled = ({ ctimeMs }: BigIntStats): boolean => Date.now() - Number(ctimeMs) > settledAfterMs;
