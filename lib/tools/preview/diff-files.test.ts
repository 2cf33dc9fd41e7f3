import { expect, it } from 'vitest';
import { createWorkers, type Workers } from '../workers/workers';
import { diffFiles } from './diff-files';
import { toFileDiff } from './file-diff';

const workers = createWorkers(null);
const jobs: string[] = [];
const counting: Workers = {
  ...workers,
  run: (job, ...rest) => {
    jobs.push(job.file);
    return workers.run(job, ...rest);
  },
};
const lines = (count: number, toLine: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `${toLine(index)}\n`).join('');
const every = (count: number, other: string) =>
  lines(count, (index) => `line ${index} is ${index % 2 ? other : 'even'}`);

it('100,000 lines, every second one changed: exact, in a thread', async () => {
  const [before, after] = [every(100_000, 'odd'), every(100_000, 'new')];
  const diff = await diffFiles(counting, 'a.txt', before, after);
  expect(diff).toMatchObject({ addedLines: 50_000, removedLines: 50_000 });
  expect(diff.isApproximate).toBeUndefined();
  expect(diff).toEqual(toFileDiff('a.txt', before, after));
  expect(jobs.splice(0)).toEqual(['lib/tools/preview/file-diff']);
});

it('many short lines, or few long ones, are for a thread; a new or deleted file too', async () => {
  const long = 'x'.repeat(500_000);
  for (const [before, after] of [
    [lines(2_000, () => 'a'), 'b\n'],
    [long, 'b\n'],
    [null, long],
    [long, null],
  ] as const)
    expect(await diffFiles(counting, 'a.txt', before, after)).toEqual(toFileDiff('a.txt', before, after));
  expect(jobs.splice(0)).toHaveLength(4);
});

it('a small change waits for no thread', async () => {
  const [before, after] = [every(500, 'odd'), every(500, 'new')];
  expect(await diffFiles(counting, 'a.txt', before, after)).toEqual(toFileDiff('a.txt', before, after));
  expect(jobs).toEqual([]);
});
