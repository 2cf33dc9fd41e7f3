import { expect, it } from 'vitest';
import { createRecentValues } from './recent-values';

it('keeps what was asked for last', () => {
  const values = createRecentValues<number | null>(2);
  values.keep('a', 1);
  values.keep('b', null);
  expect(values.find('a')).toBe(1);
  values.keep('c', 3);
  expect(['a', 'b', 'c'].map(values.find)).toEqual([1, undefined, 3]);
  values.keep('d', null);
  expect(['a', 'c', 'd'].map(values.find)).toEqual([undefined, 3, null]);
});

it('has the value that was kept last for a key', () => {
  const values = createRecentValues<number>(2);
  values.keep('a', 1);
  values.keep('a', 2);
  expect(values.find('a')).toBe(2);
});
