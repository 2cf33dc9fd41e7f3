import { expect, test } from 'vitest';
import { addResult, noResults } from './repeated-results';

/** Returns the count after each result. A result is given as its call's hash and its text. */
function counts(...results: [hash: string, text: string][]): number[] {
  let repeated = noResults;
  return results.map(([hash, text]) => {
    repeated = addResult(repeated, hash, text);
    return repeated.latest;
  });
}

test('the same call with the same result is counted', () => {
  expect(counts(['list', 'a'], ['list', 'a'], ['list', 'a'])).toEqual([1, 2, 3]);
});

test('calls that take turns are counted too', () => {
  expect(counts(['a', '1'], ['b', '2'], ['a', '1'], ['b', '2'], ['a', '1'])).toEqual([1, 1, 2, 2, 3]);
});

test('another result, and another call, begin the count again', () => {
  expect(counts(['test', 'red'], ['test', 'red'], ['test', 'green'])).toEqual([1, 2, 1]);
  const tryAndTest: [string, string][] = [1, 2, 3, 4, 5, 6].flatMap((edit) => [
    [`edit ${edit}`, 'ok'],
    ['test', 'red'],
  ]);
  expect(Math.max(...counts(...tryAndTest))).toBe(2);
});
