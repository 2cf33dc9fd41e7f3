import { expect, it } from 'vitest';
import { ApiError } from './api-error';
import { needsRetry, needsRetrySoon, toRetryDelayMs } from './retry';

const failed = (status: number, retryAfterMs: number | null = null) =>
  new ApiError(status, { code: 'any', message: 'It failed.' }, retryAfterMs);

it('a read is asked again where another answer may come, twice', () => {
  for (const status of [0, 429, 500, 503]) {
    expect(
      [0, 1, 2].map((failures) => needsRetry(failures, failed(status))),
      `${status}`,
    ).toEqual([true, true, false]);
  }
  for (const error of [failed(400), failed(401), failed(404), new TypeError()])
    expect(needsRetry(0, error)).toBe(false);
});

it('a read waits as long as the server asks, or a little longer each time', () => {
  expect(toRetryDelayMs(0, failed(429, 42_000))).toBe(42_000);
  expect([0, 1, 9].map((failures) => toRetryDelayMs(failures, failed(500)))).toEqual([1_000, 2_000, 30_000]);
});

it('a page with nothing else to show does not wait when the server asks it to', () => {
  expect(needsRetrySoon(0, failed(429, 42_000))).toBe(false);
  expect(needsRetrySoon(0, failed(503))).toBe(true);
});
