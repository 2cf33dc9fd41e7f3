import type { RunSize } from '../../db/ports/run-reader.port';

export const maxRunsInPage = 20;
/**
 * Limits the answer that shows a page. It is an estimate, which only a page with one large run exceeds by
 * much.
 */
const maxPageBytes = 120_000;
/** A run without events takes `runBytes`, and each event adds `eventBytes`. */
const runBytes = 1_500;
const eventBytes = 300;

/** Counts how many of these runs, from the first one on, fit on a page: always at least one. */
export function countOnPage(sizes: readonly Omit<RunSize, 'place'>[]): number {
  let sum = 0;
  const end = sizes.findIndex(({ bytes, events }, index) => {
    sum += runBytes + events * eventBytes + bytes;
    return index > 0 && (index >= maxRunsInPage || sum > maxPageBytes);
  });
  return end === -1 ? sizes.length : end;
}
