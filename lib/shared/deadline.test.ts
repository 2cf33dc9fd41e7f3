import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { isTimeout, withDeadline } from './deadline';

function untilAborted(signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(isTimeout(signal))));
}

test('the deadline fires even after garbage collection', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const outer = new AbortController();

  const timedOut = withDeadline(outer.signal, 100, (signal) => {
    const aborted = untilAborted(signal);
    const collecting = setInterval(collect, 10);
    return aborted.finally(() => clearInterval(collecting));
  });

  expect(await timedOut).toBe(true);
});

test('an outside abort wins and is not a timeout', async () => {
  const outer = new AbortController();
  const timedOut = withDeadline(outer.signal, 60_000, untilAborted);
  outer.abort();
  expect(await timedOut).toBe(false);
});

test('work that begins after an abort sees it', async () => {
  const wasAborted = await withDeadline(AbortSignal.abort(), 60_000, async (signal) => signal.aborted);
  expect(wasAborted).toBe(true);
});
