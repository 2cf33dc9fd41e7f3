import { expect, it } from 'vitest';
import { shareMoment } from './share-moment';

it('calls of one moment share a run, and a run that hangs holds up no later call', async () => {
  const runs: (() => Promise<number>)[] = [async () => 1, () => new Promise(() => {}), async () => 3];
  let begun = 0;
  const call = shareMoment(() => {
    begun += 1;
    return runs[begun - 1]?.() ?? Promise.reject(new Error('One run too many'));
  });
  expect(await Promise.all([call(), call()])).toEqual([1, 1]);
  void call();
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toBe(2);
  expect(await Promise.all([call(), call(), call()])).toEqual([3, 3, 3]);
  await expect(call()).rejects.toThrow('One run too many');
});
