import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formsOfCharacters } from '../../shared/testing/unicode-forms';
import { createTextFinder } from './find-text';

type Letters = (readonly string[])[];
const plain = fc.constantFrom('a', 'b', ' ', '7', '-', '中').map((letter) => [letter] as const);
const letters: fc.Arbitrary<Letters> = fc.array(fc.oneof(plain, fc.constantFrom(...formsOfCharacters)), {
  minLength: 1,
  maxLength: 6,
});
/** Writes each letter in one of its forms. */
const write = (parts: Letters, picks: readonly number[]): string =>
  parts.map((forms, index) => forms[(picks[index % picks.length] ?? 0) % forms.length]).join('');
const picks = fc.array(fc.nat(4), { minLength: 1, maxLength: 8 });

describe('a text is found in a line', () => {
  it('whatever the Unicode form of both, at the place where the line has it', () => {
    fc.assert(
      fc.property(
        letters,
        letters,
        letters,
        picks,
        picks,
        fc.boolean(),
        (before, word, after, one, two, isExact) => {
          const [start, found, rest] = [write(before, one), write(word, one), write(after, one)];
          const line = start + found + rest;
          const query = write(word, two);
          const finder = createTextFinder(query, isExact);
          expect(finder.isIn(`x\n${line}\ny`)).toBe(true);
          const place = finder.find(line);
          expect(place).not.toBeNull();
          const shown = line.slice(place?.start, place?.end).normalize('NFC');
          expect(isExact ? shown : shown.toLowerCase()).toBe(
            isExact ? query.normalize('NFC') : query.normalize('NFC').toLowerCase(),
          );
          expect(place?.start).toBeLessThanOrEqual(start.length);
        },
      ),
    );
  });

  it('at the same places in every form of the line, and only where the composed line has it', () => {
    fc.assert(
      fc.property(letters, letters, picks, picks, fc.boolean(), (line, word, one, two, isExact) => {
        const composed = write(line, [0]).normalize('NFC');
        const wanted = write(word, [0]).normalize('NFC');
        const isThere = isExact
          ? composed.includes(wanted)
          : composed.toLowerCase().includes(wanted.toLowerCase());
        expect(createTextFinder(write(word, two), isExact).find(write(line, one)) !== null).toBe(isThere);
      }),
    );
  });

  it.each([
    ['x caf\u00e9 y', 'CAFE\u0301', 'caf\u00e9'],
    ['x cafe\u0301 y', 'caf\u00c9', 'cafe\u0301'],
    ['\u0130 \u1e96elp', 'H\u0331ELP', '\u1e96elp'],
    ['o\u0308\u0301\u0308 H\u0331ELP', '\u1e96elp', 'H\u0331ELP'],
    ['\u0958\u0958\u0915\u093c needle', 'NEEDLE', 'needle'],
    ['\u1112\u1161\u11ab\u1100\u1173\u11af', '\uae00', '\u1100\u1173\u11af'],
  ])('regardless of case: %j has %j', (line, query, found) => {
    const place = createTextFinder(query, false).find(line);
    expect(line.slice(place?.start, place?.end)).toBe(found);
  });

  it('not when an accent is missing, and not in another case when case counts', () => {
    for (const line of ['caf\u00e9', 'cafe\u0301']) {
      expect(createTextFinder('cafe', false).find(line)).toBeNull();
      expect(createTextFinder('CAF\u00c9', true).find(line)).toBeNull();
    }
  });
});
