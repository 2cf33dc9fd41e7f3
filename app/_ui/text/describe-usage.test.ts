import { expect, it } from 'vitest';
import { describeUsage, formatAmount, formatTokens } from './describe-usage';

const total = { calls: 3, unreported: 0, input: 12_412, output: 812, amountUsd: null, unpriced: 3 };

it('the tokens of a run fit one line', () => {
  expect(describeUsage(total)).toBe('12,412 tokens in, 812 out');
});

it('an amount is named where prices are known, and as a part where they are known of some replies', () => {
  expect(describeUsage({ ...total, amountUsd: 0.0213, unpriced: 0 })).toBe(
    '12,412 tokens in, 812 out · $0.021',
  );
  expect(describeUsage({ ...total, amountUsd: 1.5, unpriced: 1 })).toContain('$1.50 or more');
});

it('replies without a report are named, and no figure is shown when there is none', () => {
  expect(describeUsage({ ...total, unreported: 1 })).toBe(
    '12,412 tokens in, 812 out · not reported for 1 reply',
  );
  expect(describeUsage({ ...total, unreported: 3, input: 0, output: 0 })).toBe('tokens not reported');
});

it.each([
  [9_640, '9,640'],
  [12_345, '12,345'],
  [999_999, '999,999'],
  [1_000_000, '1 million'],
  [21_340_000, '21.3 million'],
])('%d tokens are written %s', (tokens, text) => {
  expect(formatTokens(tokens)).toBe(text);
});

it.each([
  [0, '$0'],
  [0.00012, '$0.00012'],
  [0.0996, '$0.10'],
  [12.3, '$12.30'],
])('%d dollars are written %s', (amount, text) => {
  expect(formatAmount(amount)).toBe(text);
});
