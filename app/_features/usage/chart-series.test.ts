import { expect, it } from 'vitest';
import { describePart, describeSum, toChartOptions } from './chart-options';
import { toChart, toDayLabel } from './chart-series';

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

const part = (label: string, raw: number) => ({ dataset: { label, data: [] }, raw });

it('under the pointer, a part says its tokens, and several say their sum', () => {
  expect(describePart(part('small', 12_400))).toBe('small: 12,400 tokens');
  expect(describeSum([part('small', 1), part('large', 12_399)])).toBe('Total: 12,400 tokens');
  expect(describeSum([part('small', 1)])).toBe('');
});

it('a name under the pointer hides no character and fits a narrow picture', () => {
  expect(describePart(part('a\u202eb', 2))).toBe('a⟦U+202E⟧b: 2 tokens');
  const long = describePart(part(`organization/${'x'.repeat(90)}:q4_k_m`, 2));
  expect(long).toBe('organization/…xxxxxx:q4_k_m: 2 tokens');
});

it('a series that the reader took out is hidden, and the others keep their colors', () => {
  const look = {
    text: 'gray',
    line: 'silver',
    sheet: 'white',
    fontFamily: 'serif',
    series: ['red', 'green'],
  };
  const chart = toChart(view(row('2026-11-22', 'small', 9), row('2026-11-22', 'large', 99)), 'model');
  const { datasets } = toChartOptions({ ...chart, hidden: ['large'] }, look).data;
  expect(datasets).toMatchObject([
    { label: 'large', hidden: true, backgroundColor: 'red', data: [0, 100] },
    { label: 'small', hidden: false, backgroundColor: 'green', data: [0, 10] },
  ]);
});

it('a day is named in words', () => {
  expect(toDayLabel('2026-03-07')).toBe('Mar 7');
});
