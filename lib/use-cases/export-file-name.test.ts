import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toFileName } from './export-file-name';

const updatedAt = '2026-11-21T22:05:00.000Z';

describe('toFileName', () => {
  it.each([
    ['Budget of the bakery', 'Budget of the bakery 2026-11-21.md'],
    ['Summarize a document: notes/q3.md', 'Summarize a document notes q3.md 2026-11-21.md'],
    ['Käse & Brot', 'Käse & Brot 2026-11-21.md'],
    ['../../etc/passwd', 'etc passwd 2026-11-21.md'],
    ['a\u202eb\u0000c', 'a b c 2026-11-21.md'],
    ['???', 'Conversation 2026-11-21.md'],
  ])('%j becomes %j', (title, name) => {
    expect(toFileName({ title, updatedAt }, 'md')).toBe(name);
  });

  it('any title gives a name that every system can store', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (title) => {
        const name = toFileName({ title, updatedAt }, 'json');
        expect(name).toMatch(/^[^\\/:*?"<>|\p{Cc}\p{Cf}]+ 2026-11-21\.json$/u);
        expect(name).not.toMatch(/^[. ]/);
        expect(Array.from(name).length).toBeLessThanOrEqual(100);
      }),
    );
  });
});
