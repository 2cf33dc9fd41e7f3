import { expect, it } from 'vitest';
import { readAhead } from './read-ahead';

it('answers in order, with no more reads under way than allowed', async () => {
  let underWay = 0;
  let most = 0;
  const reads = readAhead([5, 1, 4, 2, 3], 2, async (item) => {
    underWay += 1;
    most = Math.max(most, underWay);
    for (let turn = 0; turn < item; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
    return item;
  });
  const read: number[] = [];
  for (let index = 0; index < 5; index += 1) read.push(await reads.next());
  expect(read).toEqual([5, 1, 4, 2, 3]);
  expect(most).toBe(2);
  await expect(reads.next()).rejects.toThrow('nothing more');
});

it('an error is for the one who asks for that item, and harms nobody when none does', async () => {
  const reads = readAhead(['good', 'bad', 'worse'], 3, async (item) => {
    if (item !== 'good') throw new Error(item);
    return item;
  });
  expect(await reads.next()).toBe('good');
  await expect(reads.next()).rejects.toThrow('bad');
});
