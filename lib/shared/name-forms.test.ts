import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasOtherForms, isSameName, toOneForm } from './name-forms';
import { formsOfCharacters, namesInForms } from './testing/unicode-forms';

describe('two names', () => {
  it('are the same in every Unicode form, and then both may have others', () => {
    fc.assert(
      fc.property(namesInForms, (names) => {
        for (const one of names)
          for (const other of names) {
            expect(isSameName(one, other)).toBe(true);
            expect(toOneForm(one)).toBe(toOneForm(other));
            expect(hasOtherForms(one)).toBe(true);
          }
      }),
    );
  });

  it('of different characters differ', () => {
    for (const [index, forms] of formsOfCharacters.entries())
      for (const others of formsOfCharacters.slice(index + 1))
        for (const one of forms) for (const other of others) expect(isSameName(one, other)).toBe(false);
  });

  it('differ by case, by compatibility forms, by an accent and by what is invisible', () => {
    for (const [one, other] of [
      ['\u00e9', '\u00c9'],
      ['caf\u00e9', 'cafe'],
      ['\ufb01le', 'file'],
      ['\uff41', 'a'],
      ['a\u200b', 'a'],
      ['stra\u00dfe', 'strasse'],
      ['a', 'A'],
    ] as const)
      expect(isSameName(one, other), one).toBe(false);
  });

  it('without another form equal no other text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
        fc.pre(!hasOtherForms(one));
        expect(isSameName(one, other)).toBe(one === other);
      }),
    );
    // Unicode has no canonical forms beyond these planes.
    const missed = Array.from({ length: 0x3_0000 - 0x80 }, (_, index) => String.fromCodePoint(index + 0x80))
      .filter((character) => toOneForm(character) !== character)
      .filter((character) => !hasOtherForms(toOneForm(character)));
    expect(missed).toEqual([]);
  });
});
