import { describe, expect, it } from 'vitest';
import { countLines, countOf, formatCount } from './count-text';

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

  it('one is singular, a plural may be irregular', () => {
    expect(countOf(1, 'line')).toBe('1 line');
    expect(countOf(5_000, 'line')).toBe('5,000 lines');
    expect(countOf(2, 'entry', 'entries')).toBe('2 entries');
  });

  it('the line end at the end of a text begins no line', () => {
    expect(countLines('one\ntwo')).toBe(2);
    expect(countLines('one\ntwo\n')).toBe(2);
  });
});
