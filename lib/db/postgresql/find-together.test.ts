import { expect, it } from 'vitest';
import { findTogether } from './find-together';

it('calls of one moment share one query, and each gets its own answer', async () => {
  const queries: (readonly string[])[] = [];
  const find = findTogether(async (ids: readonly string[]) => {
    queries.push(ids);
    if (ids.includes('bad')) throw new Error('The database is gone');
    return new Map(ids.filter((id) => id !== 'missing').map((id) => [id, `the ${id}`]));
  });
  expect(await Promise.all(['one', 'missing', 'two', 'one'].map(find))).toEqual([
    'the one',
    null,
    'the two',
    'the one',
  ]);
  const outcomes = await Promise.allSettled(['bad', 'one'].map(find));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await find('three')).toBe('the three');
  expect(queries).toEqual([['one', 'missing', 'two'], ['bad', 'one'], ['three']]);
});
