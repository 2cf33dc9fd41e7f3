import { expect, it } from 'vitest';
import { fitWorkingRuns } from './fit-working-runs';

it.each([
  [64_000_000, 4],
  [268_000_000, 7],
  [1_060_000_000, 40],
  [4_300_000_000, 64],
])('in a heap of %d bytes, %d runs work side by side', (heapBytes, runs) => {
  expect(fitWorkingRuns(heapBytes)).toBe(runs);
});
