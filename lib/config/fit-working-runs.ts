/**
 * `bench/many-runs.ts` measured the memory of a run with calls of 1 MB while it works, and of the server
 * itself.
 */
const bytesPerRun = 24_000_000;
const bytesOfServer = 100_000_000;
const fewest = 4;
const most = 64;

/** Returns how many runs may work at once in a heap of this size. */
export function fitWorkingRuns(heapBytes: number): number {
  const fitting = Math.floor((heapBytes - bytesOfServer) / bytesPerRun);
  return Math.max(fewest, Math.min(most, fitting));
}
