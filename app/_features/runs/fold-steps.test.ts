import { expect, test } from 'vitest';
import { foldSteps } from './fold-steps';

test('a run of up to 82 steps shows every step', () => {
  expect(foldSteps(0)).toBeNull();
  expect(foldSteps(82)).toBeNull();
});

test('a longer run shows its first three steps and at least its last forty', () => {
  expect(foldSteps(83)).toEqual({ from: 3, to: 43 });
  for (let count = 83; count < 1_000; count += 1) {
    const fold = foldSteps(count);
    expect(count - (fold?.to ?? count)).toBeGreaterThanOrEqual(40);
    expect(count - (fold?.to ?? 0)).toBeLessThan(80);
  }
});

test('while steps arrive, the fold grows only every forty', () => {
  const borders = new Set(Array.from({ length: 200 }, (_, index) => foldSteps(100 + index)?.to));
  expect([...borders]).toEqual([43, 83, 123, 163, 203, 243]);
});
