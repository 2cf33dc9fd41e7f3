import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateTokens } from './estimate-tokens';

/** Matches, in one regular expression, the runs that the estimate weighs. */
const runs = /[A-Z]?[a-z]+|[A-Z]+|\d+|\s+|[!-/:-@[-`{-~]+|[\u0080-\u052f]+|[\u0530-\u1fff]+|[^\0-\u1fff]/gu;

const weights: [RegExp, (length: number) => number][] = [
  [/^ $/, () => 0],
  [/^[\0- ]/, () => 1],
  [/^\d/, (length) => Math.ceil(length / 3) + 0.2],
  [/^[a-z]/i, (length) => (length <= 7 ? 1 : 1 + (length - 7) / 4.5)],
  [/^[!-~]/, (length) => 0.45 + length * 0.35],
  [/^[\u0080-\u052f]/, (length) => length * 0.4],
  [/^[\u0530-\u1fff]/, (length) => length * 0.45],
  [/^/, (length) => (length > 1 ? 2 : 0.85)],
];

const estimateByRuns = (text: string) =>
  Math.ceil(
    [...text.matchAll(runs)].reduce(
      (sum, [run]) => sum + (weights.find(([pattern]) => pattern.test(run))?.[1](run.length) ?? 0),
      0,
    ),
  );

describe('the estimate of a text', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['Look up the record', 4],
    ['HTTPServer 1234', 5],
  ])('%j', (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });

  it('is the sum over its runs, whatever letters it has', () => {
    const units = [
      'aB',
      'ABc',
      '12',
      ' ',
      '\n\t',
      '\u0000',
      '\u007f',
      '\u00a0',
      'é',
      'Я',
      'ا',
      '\u1680',
      '漢',
      '👋',
      '\ud800',
      '\u2003',
      '\ufeff',
      '{"',
    ];
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.array(fc.constantFrom(...units), { maxLength: 12 }).map((parts) => parts.join('')),
    );
    const check = fc.property(text, (one) => {
      expect(estimateTokens(one)).toBe(estimateByRuns(one));
    });
    fc.assert(check, { numRuns: 1_000 });
  });
});
