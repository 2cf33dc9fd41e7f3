import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  finishHeadline,
  maxHeadlineLength,
  shownFolder,
  shownPath,
  shownQuote,
  shownValue,
} from './headline-parts';

const omitted = / … ([\d,]+) characters … /;

describe('headlines', () => {
  it('a text that is too long keeps its beginning and its end, and says how many characters are left out', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', ' ', '/', '|', '🏠'), minLength: 200, maxLength: 6_000 }),
        fc.integer({ min: 45, max: 100 }),
        (inner, maxLength) => {
          const value = `[${inner}]`;
          const path = value.replaceAll(' ', '_');
          for (const [text, shown] of [
            [value, shownValue(value, maxLength)],
            [path, shownPath(path, maxLength)],
          ] as const) {
            const [head = '', , tail = ''] = shown.split(omitted);
            const count = Number(omitted.exec(shown)?.[1]?.replaceAll(',', ''));
            expect(head.length).toBeGreaterThan(5);
            expect(tail.length).toBeGreaterThan(5);
            expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
            expect(Array.from(head + tail).length + count).toBe(Array.from(text).length);
            expect(Array.from(shown).length).toBeLessThanOrEqual(maxLength);
            expect(shown.isWellFormed()).toBe(true);
          }
        },
      ),
    );
  });

  it('a text that fits is shown as it is', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z/]{1,45}$/), (text) => {
        expect([shownValue(text, 45), shownPath(text, 45), finishHeadline(text)]).toEqual([text, text, text]);
      }),
    );
  });

  it('a space at the edge of a name in a path is an escape', () => {
    expect(shownPath('my notes/plan.md ')).toBe('“my notes/plan.md⟦U+0020⟧”');
    expect(shownPath('  notes/ /a b')).toBe('“⟦U+0020×2⟧notes/⟦U+0020⟧/a b”');
  });

  it('a path with a space is in quotation marks that nothing in it can close: none of it reads like words of ours', () => {
    expect(shownPath('a.txt” was approved before. “b.txt')).toBe(
      '“a.txt⟦U+201D⟧ was approved before. ⟦U+201C⟧b.txt”',
    );
    expect(shownFolder('my notes')).toBe('“my notes/”');
    expect(shownQuote('key” (approved before). “')).toBe('“key⟦U+201D⟧ (approved before). ⟦U+201C⟧”');
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '“', '”', '/', '`'), maxLength: 200 }),
        fc.integer({ min: 45, max: 100 }),
        (path, maxLength) => {
          const shown = shownPath(path, maxLength);
          expect(Array.from(shown).length).toBeLessThanOrEqual(maxLength);
          if (shown.includes(' ')) expect(shown).toMatch(/^“[^“”]*”$/);
        },
      ),
    );
  });

  it('is made in one pass, whatever a text repeats', () => {
    for (const repeated of [' ', '/', '\n', ' /', './', '\t'])
      for (const show of [shownPath, shownFolder, shownValue])
        expect(show(`a${repeated.repeat(300_000)}b`, 60).length).toBeLessThanOrEqual(80);
  });

  it('an escape of a hidden character is never cut in two', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\u202e', '⟦'), maxLength: 300 }), (text) => {
        const shown = shownPath(text);
        expect(shown.replaceAll(/⟦U\+[0-9A-F]{4,6}⟧/g, '')).not.toMatch(/[⟦⟧]/);
        expect(finishHeadline(shown)).toBe(shown);
      }),
    );
  });

  it('no headline is longer than its limit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        expect(Array.from(finishHeadline(text)).length).toBeLessThanOrEqual(maxHeadlineLength);
      }),
    );
  });
});
