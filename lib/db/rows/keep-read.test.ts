import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noNotices } from '../ports/notices.port';
import { connectNotices } from '../testing/connect-notices';
import { keepRead } from './keep-read';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

it('reads once until something changes, also after a change that failed', async () => {
  let value = 1;
  const kept = keepRead(async () => value, noNotices, 'k');
  expect(await kept.read()).toBe(1);
  value = 2;
  vi.advanceTimersByTime(1_000_000);
  expect(await kept.read()).toBe(1);
  await kept.change(async () => {});
  expect(await kept.read()).toBe(2);
  value = 3;
  await expect(
    kept.change(async () => {
      throw new Error('on purpose');
    }),
  ).rejects.toThrow('on purpose');
  expect(await kept.read()).toBe(3);
});

it('keeps no answer that a change overtook', async () => {
  let answer: (value: number) => void = () => {};
  const kept = keepRead(() => new Promise<number>((resolve) => (answer = resolve)), noNotices, 'k');
  const overtaken = kept.read();
  await kept.change(async () => {});
  answer(1);
  expect(await overtaken).toBe(1);
  const fresh = kept.read();
  answer(2);
  expect(await fresh).toBe(2);
});

it('hears of a change on another server, and finds one by itself if the message is lost', async () => {
  const [one, other] = connectNotices(2);
  if (!one || !other) throw new Error('There are two servers');
  let value = 1;
  const read = async () => value;
  const [here, there, elsewhere] = [
    keepRead(read, one, 'k'),
    keepRead(read, other, 'k'),
    keepRead(read, other, 'another'),
  ];
  for (const kept of [here, there, elsewhere]) expect(await kept.read()).toBe(1);
  value = 2;
  await here.change(async () => {});
  expect(await there.read()).toBe(2);
  expect(await elsewhere.read()).toBe(1);
  value = 3;
  vi.advanceTimersByTime(1_999);
  expect(await there.read()).toBe(2);
  vi.advanceTimersByTime(1);
  expect(await there.read()).toBe(3);
});
