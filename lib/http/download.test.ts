import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDisposition } from './download';

describe('the name of a download', () => {
  it('is exact, and in ASCII for old clients', () => {
    expect(toDisposition('Käse 東.md', 'attachment')).toBe(
      `attachment; filename="Kase _.md"; filename*=UTF-8''K%C3%A4se%20%E6%9D%B1.md`,
    );
  });

  it('is one header line in ASCII, whatever the file is called, and can be read back', () => {
    const uses = fc.constantFrom('inline' as const, 'attachment' as const);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), uses, (name, use) => {
        const header = toDisposition(name, use);
        expect(header).toMatch(
          /^(?:inline|attachment); filename="[\w .()-]*"; filename\*=UTF-8''[\w%.!~-]*$/,
        );
        expect(header.startsWith(use)).toBe(true);
        const exact = decodeURIComponent(/''(.*)$/.exec(header)?.[1] ?? '');
        expect(exact).toBe(name.replace(/\p{C}/gu, '_'));
      }),
    );
  });
});
