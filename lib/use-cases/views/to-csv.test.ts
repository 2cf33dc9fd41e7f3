import { expect, it } from 'vitest';
import { toCsv } from './to-csv';

it('quotes what needs it', () => {
  expect(toCsv([['a,b', 'say "hi"', 'two\nlines', 1.5]])).toBe('"a,b","say ""hi""","two\nlines",1.5\r\n');
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx'])('a text like %j is no formula', (text) => {
  expect(toCsv([[text]])).toContain(`'${text}`);
});

it('a negative number stays one', () => {
  expect(toCsv([[-1]])).toBe('-1\r\n');
});
