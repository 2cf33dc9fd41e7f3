import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeLookalike, findLookalikes } from './lookalikes';

const found = (text: string) =>
  findLookalikes(text)
    .map(({ character }) => character)
    .join('');

it.each([
  ['a Cyrillic letter in a Latin word', 'rm p\u0430ypal', '\u0430'],
  ['Cyrillic letters around a Latin one', '\u0440\u0430ur', '\u0440\u0430'],
  ['a digit between the scripts', 'v2\u0441', '\u0441'],
  ['an accent between them', 'e\u0301\u0430', '\u0430'],
  ['Greek', 'Alph\u03b1', '\u03b1'],
  [
    'letters of mathematics, which no script owns',
    '\u{1d68c}\u{1d698}py \u{1d7ce}',
    '\u{1d68c}\u{1d698}\u{1d7ce}',
  ],
])('%s', (_, text, marked) => {
  expect(found(text)).toBe(marked);
});

it.each(['plain', 'заметки/план.md', 'план-plan', 'план plan', '5 µm', 'σημειώσεις', '計画b', 'Größe', ''])(
  '%j has none',
  (text) => {
    expect(found(text)).toBe('');
  },
);

it('names a character by its script and code', () => {
  expect(['\u0430', '\u03b1', '\u{1d68c}'].map(describeLookalike)).toEqual([
    'Cyrillic, U+0430',
    'Greek, U+03B1',
    'Mathematical, U+1D68C',
  ]);
});

it('each is where it says, and in order', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '\u0430', '\u{1d68c}', '1', ' ', '🙂'), maxLength: 30 }),
      (text) => {
        const all = findLookalikes(text);
        for (const { index, character } of all) expect(text.startsWith(character, index)).toBe(true);
        expect(all.map(({ index }) => index)).toEqual(all.map(({ index }) => index).sort((a, b) => a - b));
      },
    ),
  );
});
