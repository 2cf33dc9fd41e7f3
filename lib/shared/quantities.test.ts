import { describe, expect, it } from 'vitest';
import { countLines, countOf, formatBytes, formatCount, formatOrdinal } from './quantities';

describe('amounts in words', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1,000'],
    [123_456, '123,456'],
    [1_234_567, '1,234,567'],
  ])('%d is written %s', (amount, words) => {
    expect(formatCount(amount)).toBe(words);
  });

  it.each([
    [1, '1st'],
    [2, '2nd'],
    [3, '3rd'],
    [4, '4th'],
    [11, '11th'],
    [12, '12th'],
    [13, '13th'],
    [21, '21st'],
    [100, '100th'],
    [112, '112th'],
    [1_022, '1,022nd'],
  ])('place %d is the %s', (place, words) => {
    expect(formatOrdinal(place)).toBe(words);
  });

  it('one is singular, a plural may be irregular', () => {
    expect(countOf(1, 'line')).toBe('1 line');
    expect(countOf(5_000, 'line')).toBe('5,000 lines');
    expect(countOf(2, 'entry', 'entries')).toBe('2 entries');
  });

  it('the line break at the end of a text begins no line', () => {
    expect(['', '\n', 'a', 'a\n', 'a\nb', 'a\r\nb\n'].map(countLines)).toEqual([0, 1, 1, 1, 2, 2]);
  });

  it('sizes are rounded, without a zero after the point', () => {
    expect([0, 1, 999, 1_000, 3_400, 9_999, 999_499, 999_500, 12_345_678].map(formatBytes)).toEqual([
      '0 bytes',
      '1 byte',
      '999 bytes',
      '1 KB',
      '3.4 KB',
      '10 KB',
      '999 KB',
      '1 MB',
      '12 MB',
    ]);
  });
});
