import { expect, it } from 'vitest';
import { shareRuns } from './share-runs';

/** Starts work that ends when the test says so. Its answer is the number of its run. */
function openWork() {
  const ends: ((error?: Error) => void)[] = [];
  const shared = shareRuns(
    () =>
      new Promise<number>((resolve, reject) => {
        const run = ends.length + 1;
        ends.push((error) => (error ? reject(error) : resolve(run)));
      }),
  );
  return { shared, ends };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('shares one run among the calls that come before it begins', async () => {
  const { shared, ends } = openWork();
  const calls = [shared(), shared(), shared()];
  await settled();
  ends[0]?.();
  expect(await Promise.all(calls)).toEqual([1, 1, 1]);
});

it('shares one later run among the calls that came during a run', async () => {
  const { shared, ends } = openWork();
  const first = shared();
  await settled();
  const during = [shared(), shared()];
  expect(ends).toHaveLength(1);
  ends[0]?.();
  expect(await first).toBe(1);
  await settled();
  expect(ends).toHaveLength(2);
  const later = shared();
  ends[1]?.();
  expect(await Promise.all(during)).toEqual([2, 2]);
  await settled();
  ends[2]?.();
  expect(await later).toBe(3);
});

it('a run that fails fails for its own callers only', async () => {
  const { shared, ends } = openWork();
  const first = shared();
  await settled();
  const second = shared();
  ends[0]?.(new Error('The disk is gone'));
  await expect(first).rejects.toThrow('The disk is gone');
  await settled();
  ends[1]?.();
  expect(await second).toBe(2);
});
