import { expect, test } from 'vitest';
import { countOnPage, maxRunsInPage } from './run-page';

const sizes = (length: number, change: { events?: number; bytes?: number } = {}) =>
  Array.from({ length }, () => ({ events: 5, bytes: 100, ...change }));

test('a page holds the latest runs', () => {
  expect(countOnPage(sizes(maxRunsInPage + 5))).toBe(maxRunsInPage);
  expect(countOnPage(sizes(3))).toBe(3);
  expect(countOnPage([])).toBe(0);
});

test('long runs make a page of fewer, and one run is never too long', () => {
  expect(countOnPage(sizes(6, { events: 150 }))).toBe(2);
  const huge = sizes(2, { bytes: 300_000 });
  expect(countOnPage(huge)).toBe(1);
  expect(countOnPage([...sizes(1), ...huge])).toBe(1);
});
