import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDelimited } from './parse-delimited';

describe('a table in text', () => {
  it('returns every cell that was written, whatever it contains', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '\n', '\r', ' ', 'é', '1') });
    // The rows have one width, so a comma is the only possible delimiter.
    const table = fc
      .integer({ min: 2, max: 5 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }),
      );
    fc.assert(
      fc.property(table, fc.constantFrom('\n', '\r\n'), fc.boolean(), (rows, lineEnd, hasEnd) => {
        const quoted = rows.map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(','));
        const text = quoted.join(lineEnd) + (hasEnd ? lineEnd : '');
        const { head, rows: read } = parseDelimited(text);
        expect(head ? [head, ...read] : read).toEqual(rows);
      }),
    );
  });

  it('loses nothing of uneven rows', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '1', ',', '\n') });
    fc.assert(
      fc.property(text, (uneven) => {
        const { head, rows } = parseDelimited(uneven);
        const lines = (head ? [head, ...rows] : rows).map((cells) => cells.join(','));
        expect(lines.join('\n')).toBe(uneven.replace(/\n$/, ''));
      }),
    );
  });

  it('takes quotes in the wrong place as text, however many', () => {
    const hostile = '"a,'.repeat(20_000);
    expect(parseDelimited(hostile).columns).toBeGreaterThan(1);
  });

  it('finds delimiter and head', () => {
    const cases: [string, string[] | null, number][] = [
      ['name,price\napple,1\n', ['name', 'price'], 2],
      ['name;price\napple;1,50\npear;2,50\n', ['name', 'price'], 2],
      ['name\tnote\napple\ta, b, c\n', ['name', 'note'], 2],
      ['1,2,3\n4,5,6\n', null, 3],
      ['only one column\nof text\n', ['only one column'], 1],
      ['', null, 0],
    ];
    for (const [text, head, columns] of cases)
      expect(parseDelimited(text), text).toMatchObject({ head, columns });
  });
});
