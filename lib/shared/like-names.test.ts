import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { latinTwins } from './latin-twins';
import { areLikeNames } from './like-names';

const names = [
  'Ada',
  'Countersign',
  'Owner’s token',
  'You',
  'Ian Sky',
  'Anna-Maria Ölund',
  'Νίκος',
  'Олег',
  'İnci',
];
const pairs = [...latinTwins];
/** Lists the letters that nobody can tell from this one, and this one. */
const twinsOf = (letter: string): string[] => {
  const latin = latinTwins.get(letter) ?? letter;
  return [letter, latin, ...pairs.filter(([, other]) => other === latin).map(([twin]) => twin)];
};
const anyName = fc.oneof(
  fc.constantFrom(...names),
  fc.string({
    unit: fc.constantFrom(...pairs.flat(), ..."ÖéßsςΣиi\u0301'’ -7"),
    minLength: 1,
    maxLength: 12,
  }),
);

describe('a name', () => {
  it('is like the one in which any letters are swapped for twins', () => {
    const swapped = anyName.chain((name) =>
      fc.tuple(fc.constant(name), fc.tuple(...Array.from(name, (one) => fc.constantFrom(...twinsOf(one))))),
    );
    fc.assert(
      fc.property(swapped, ([name, letters]) => {
        expect(areLikeNames(name, letters.join(''))).toBe(true);
        expect(areLikeNames(letters.join(''), name)).toBe(true);
      }),
    );
  });

  it('is like the one in another case or another form of Unicode', () => {
    fc.assert(
      fc.property(anyName, fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD'), (name, form) => {
        for (const other of [name.toUpperCase(), name.toLowerCase(), name.normalize(form)])
          expect([name, other, areLikeNames(name, other)]).toEqual([name, other, true]);
      }),
    );
  });

  it.each([
    ['Ada', 'Аda'],
    ['Ada', 'A\u200Bd\u00ADa'],
    ['Countersign', 'Cоuntersign'],
    ['Owner’s token', 'Owner‘s token'],
    ['Owner’s token', 'Owner´s\u00A0 token'],
    ['Owner’s token', 'ownerʼs token'],
    ['Owner’s token', 'Owner’\u200B’s token'],
    ['You', 'ｙou'],
    ['You', 'Υоυ'],
    ['Anna-Maria', 'Anna‑Maria'],
    ['Анна', 'AHHA'],
    ['Νίκος', 'ΝΊΚΟΣ'],
    ['Zoë', 'Zo\u0435\u0308'],
  ])('such as %s is like %s', (one, other) => {
    expect(areLikeNames(one, other)).toBe(true);
  });

  it.each([
    ['Ada', 'Ada L.'],
    ['Ada', 'Adä'],
    ['Ian', 'Lan'],
    ['Nina', 'Vina'],
    ['Анна', 'Anna'],
    ['Олег', 'Oleg'],
    ['Νίκος', 'Nikos'],
    ['Anna Maria', 'Anna-Maria'],
  ])('such as %s is not like %s', (one, other) => {
    expect(areLikeNames(one, other)).toBe(false);
  });
});
