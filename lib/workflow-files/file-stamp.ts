import type { BigIntStats } from 'node:fs';

/** A file system may give two quick changes one time: what is this young is read again, whatever its stamp says. */
const settledAfterMs = 2_000;

/** Changes when the file, or the list of a folder's files, does. */
export const stampOf = ({ ino, mtimeNs, ctimeNs, size }: BigIntStats): string =>
  [ino, mtimeNs, ctimeNs, size].join();

export const isSettled = ({ ctimeMs }: BigIntStats): boolean => Date.now() - Number(ctimeMs) > settledAfterMs;
