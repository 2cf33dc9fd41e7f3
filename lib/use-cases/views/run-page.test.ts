import { expect, test } from 'vitest';
import { sampleRun } from '../../domain/fixtures/sample-run';
import type { Run } from '../../domain/run';
import { createId } from '../../shared/ids';
import { maxRunsInPage, takePage } from './run-page';

const runs = (length: number, change: Partial<Run> = {}) =>
  Array.from({ length }, () =>
    sampleRun({ status: 'queued' }, { id: createId('run'), version: 5, ...change }),
  );

test('a page holds the latest runs in their order', () => {
  const all = runs(maxRunsInPage + 5);
  expect(takePage(all)).toEqual(all.slice(5));
  expect(takePage(all.slice(0, 3))).toEqual(all.slice(0, 3));
  expect(takePage([])).toEqual([]);
});

test('long runs make a page of fewer, and one run is never too long', () => {
  const long = runs(6, { version: 150 });
  expect(takePage(long)).toEqual(long.slice(-2));
  const huge = runs(2, { parameters: { text: 'x'.repeat(300_000) } });
  expect(takePage(huge)).toEqual(huge.slice(-1));
  const small = runs(1);
  expect(takePage([...huge, ...small])).toEqual(small);
});
