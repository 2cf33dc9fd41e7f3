/** What a run with calls of 1 MB takes while it works, and the server itself: `bench/many-runs.ts`. */
const bytesPerRun = 24_000_000;
const bytesOfServer = 100_000_000;
const fewest = 4;
const most = 64;

/** How many runs may work side by side in a heap of this size. */
export function fitWorkingRuns(heapBytes: number): number {
  const fitting = Math.floor((heapBytes - bytesOfServer) / bytesPerRun);
  return Math.max(fewest, Math.min(most, fitting));
}
