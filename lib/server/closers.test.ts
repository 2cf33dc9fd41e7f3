import { expect, it } from 'vitest';
import { createClosers } from './closers';

it('everything is closed once, the last one first, and the first failure is thrown at the end', async () => {
  const closed: string[] = [];
  const closers = createClosers();
  const add = (name: string, failure?: Error) =>
    closers.add(async () => {
      closed.push(name);
      if (failure) throw failure;
    });
  add('database');
  add('model', new Error('the second failure'));
  add('sweeper', new Error('the first failure'));
  await expect(closers.closeAll()).rejects.toThrow('the first failure');
  expect(closed).toEqual(['sweeper', 'model', 'database']);
  await closers.closeAll();
  expect(closed).toHaveLength(3);
});
