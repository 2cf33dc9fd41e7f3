import { expect, it } from 'vitest';
import { shareByKey } from './share-by-key';

/** Starts work that ends when the test says so. */
function openWork() {
  const ends: (() => void)[] = [];
  const names: string[] = [];
  const share = shareByKey<string>();
  const ask = (key: string, name = key) =>
    share(key, () => {
      names.push(name);
      return new Promise((resolve) => {
        ends.push(() => resolve(name));
      });
    });
  return { ask, ends, names };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('shares work among calls with one key, and keeps keys apart', async () => {
  const { ask, ends, names } = openWork();
  const calls = [ask('a'), ask('a'), ask('b')];
  await settled();
  expect(names).toEqual(['a', 'b']);
  for (const end of ends.splice(0)) end();
  expect(await Promise.all(calls)).toEqual(['a', 'a', 'b']);
});

it('forgets a key that nobody waits for', async () => {
  const { ask, ends, names } = openWork();
  const first = ask('a', 'the first work');
  await settled();
  ends[0]?.();
  await first;
  const second = ask('a', 'other work');
  await settled();
  ends[1]?.();
  expect(await second).toBe('other work');
  expect(names).toEqual(['the first work', 'other work']);
});
