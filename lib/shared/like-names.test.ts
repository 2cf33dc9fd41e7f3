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
const alikes = ['Il1|', 'Oo0'];
/** Lists the letters that nobody can tell from this one, and this one. */
const twinsOf = (letter: string): string[] => {
  const latin = latinTwins.get(letter) ?? letter;
  const alike = alikes.find((letters) => letters.includes(latin)) ?? latin;
  return [letter, ...alike, ...pairs.filter(([, other]) => alike.includes(other)).map(([twin]) => twin)];
};
const anyName = fc.oneof(
  fc.constantFrom(...names),
  fc.string({
    unit: fc.constantFrom(...pairs.flat(), ...alikes.join(''), ..."ÖéßsςΣиi\u0301'’ -7"),
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
    ['Ian', 'lan'],
    ['IAN', '1an'],
    ['ALAN', 'A1AN'],
    ['Alan', 'AIan'],
    ['Paul', 'Pau|'],
    ['Al', 'AІ'],
    ['Olga', '0lga'],
    ['Bob', 'B0B'],
    ['Agent 10', 'Agent IO'],
  ])('such as %s is like %s', (one, other) => {
    expect(areLikeNames(one, other)).toBe(true);
  });

  it.each([
    ['Ada', 'Ada L.'],
    ['Ada', 'Adä'],
    ['Ian', 'Lan'],
    ['Ian', 'Alan'],
    ['Ivan', 'Evan'],
    ['Al', 'Ali'],
    ['Olga', 'Qlga'],
    ['Nina', 'Vina'],
    ['Анна', 'Anna'],
    ['Олег', 'Oleg'],
    ['Νίκος', 'Nikos'],
    ['Anna Maria', 'Anna-Maria'],
  ])('such as %s is not like %s', (one, other) => {
    expect(areLikeNames(one, other)).toBe(false);
  });
});
