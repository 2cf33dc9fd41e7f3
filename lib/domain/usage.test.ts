import { expect, it } from 'vitest';
import { addCall, sumUsage, type UsageEntry } from './usage';

const at = new Date('2026-01-02T23:59:59.999Z');
const add = (
  entries: UsageEntry[],
  model: string,
  usage: Parameters<typeof addCall>[1]['usage'],
  when = at,
) => addCall(entries, { at: when, model, usage });

it('calls of one model in one quarter of an hour are one entry', () => {
  const entries = add(add([], 'small', { input: 10, output: 1 }), 'small', {
    input: 20,
    output: 2,
    cached: 5,
  });
  expect(entries).toEqual([
    expect.objectContaining({
      quarter: '2026-01-02T23:45:00.000Z',
      calls: 2,
      input: 30,
      cached: 5,
      output: 3,
    }),
  ]);
});

it('another model and another quarter are entries of their own', () => {
  const one = add([], 'small', { input: 10, output: 1 });
  const both = add(
    add(one, 'large', { input: 1, output: 1 }),
    'small',
    { input: 1, output: 1 },
    new Date(at.getTime() + 1),
  );
  expect(both.map(({ quarter, model }) => [quarter.slice(11, 16), model])).toEqual([
    ['23:45', 'small'],
    ['23:45', 'large'],
    ['00:00', 'small'],
  ]);
});

it('a call without a report or without a price is counted as such', () => {
  const entries = add(add(add([], 'a', null), 'a', { input: 5, output: 5 }), 'a', {
    input: 5,
    output: 5,
    amountUsd: 0.25,
  });
  expect(sumUsage(entries)).toMatchObject({
    calls: 3,
    unreported: 1,
    unpriced: 1,
    input: 10,
    amountUsd: 0.25,
  });
  expect(sumUsage(add([], 'a', null)).amountUsd).toBeNull();
});
