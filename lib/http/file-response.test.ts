import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRange } from './file-response';

describe('a range of bytes', () => {
  it('is within the file, has the requested length, and never turns a request into an error', () => {
    const number = fc.option(fc.nat({ max: 200 }), { nil: undefined });
    fc.assert(
      fc.property(number, number, fc.nat({ max: 100 }), (first, last, size) => {
        const part = parseRange(`bytes=${first ?? ''}-${last ?? ''}`, size);
        if (part === null || part === 'unsatisfiable') return;
        expect(part.start).toBeGreaterThanOrEqual(0);
        expect(part.end).toBeLessThanOrEqual(size);
        expect(part.start).toBeLessThan(part.end);
        if (first !== undefined && last !== undefined)
          expect(part).toEqual({ start: first, end: Math.min(last + 1, size) });
        if (first === undefined && last !== undefined)
          expect(part.end - part.start).toBe(Math.min(last, size));
      }),
    );
    expect(parseRange('bytes=100-', 100)).toBe('unsatisfiable');
    for (const other of [null, '', 'bytes=', 'bytes=-', 'bytes=5-2', 'bytes=0-1,4-5', 'lines=1-2', 'x'])
      expect(parseRange(other, 100)).toBeNull();
  });
});
