import { expect, it } from 'vitest';
import { toChart, toDayLabel } from './chart-series';
import { toTicks } from './chart-ticks';

const total = { calls: 1, unreported: 0, cached: 0, reasoning: 0, amountUsd: null, unpriced: 1 };
const row = (day: string, model: string, tokens: number, workflow = 'Free request') => ({
  day,
  model,
  workflow,
  ...total,
  input: tokens,
  output: 1,
});
const view = (...rows: ReturnType<typeof row>[]) => ({
  days: ['2026-11-21', '2026-11-22'],
  rows,
  total: { ...total, input: 0, output: 0 },
  damagedRows: 0,
});

it('each day has the tokens of each series, days without any too', () => {
  const chart = toChart(view(row('2026-11-22', 'small', 9), row('2026-11-22', 'large', 99)), 'model');
  expect(chart.names).toEqual(['large', 'small']);
  expect(chart.days).toEqual([
    { label: 'Nov 21', tokens: [0, 0] },
    { label: 'Nov 22', tokens: [100, 10] },
  ]);
});

it('rows of one series are added up', () => {
  const rows = [row('2026-11-21', 'small', 9, 'One'), row('2026-11-21', 'large', 9, 'One')];
  expect(toChart(view(...rows), 'workflow').days[0]).toEqual({ label: 'Nov 21', tokens: [20] });
});

it('of many series the smallest are one, and no token is lost', () => {
  const rows = Array.from({ length: 9 }, (_, number) => row('2026-11-21', `model ${number}`, 10 ** number));
  const { names, days } = toChart(view(...rows), 'model');
  expect(names).toHaveLength(6);
  expect(names.at(-1)).toBe('All others');
  const drawn = days[0]?.tokens.reduce((sum, tokens) => sum + tokens, 0);
  expect(drawn).toBe(rows.reduce((sum, { input, output }) => sum + input + output, 0));
});

it.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [4_100, [0, 2_000, 4_000, 6_000]],
  [12_400, [0, 5_000, 10_000, 15_000]],
])('the axis of %d tokens has round marks', (largest, ticks) => {
  expect(toTicks(largest)).toEqual(ticks);
});

it('a day is named in words', () => {
  expect(toDayLabel('2026-03-07')).toBe('Mar 7');
});
