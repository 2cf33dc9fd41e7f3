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
    'a word of such letters only, among Latin words',
    'cp \u0441\u043e\u0440\u0443 to',
    '\u0441\u043e\u0440\u0443',
  ],
  ['such a word with digits and an accent', 'a/\u041c\u041e\u03012/b', '\u041c\u041e'],
  [
    'such a word beside a mixed one',
    '\u0440\u0430url \u0441\u043e\u0440\u0443',
    '\u0440\u0430\u0441\u043e\u0440\u0443',
  ],
  ['one Cyrillic letter that is a word', 'rm \u0430', '\u0430'],
  ['Greek capitals', '\u039d\u039f\u03a4\u0395.md', '\u039d\u039f\u03a4\u0395'],
  [
    'letters of mathematics, which no script owns',
    '\u{1d68c}\u{1d698}py \u{1d7ce}',
    '\u{1d68c}\u{1d698}\u{1d7ce}',
  ],
  ['Coptic', 'p\u2c9fwer', '\u2c9f'],
  ['Hebrew', 'passw\u05d5rd', '\u05d5'],
  ['Georgian', '\u10e7es', '\u10e7'],
  ['Tifinagh', '\u2d4fogin', '\u2d4f'],
  ['Osmanya', '\u{10486}pp', '\u{10486}'],
  ['a Roman numeral', '\u217cogin \u216b', '\u217c\u216b'],
  ['a digit of another script', 'p\u0e50wer l\u0665ve', '\u0e50\u0665'],
  ['a letterlike symbol', '\u2113ogin', '\u2113'],
])('%s', (_, text, marked) => {
  expect(found(text)).toBe(marked);
});

it.each([
  ['rm -rf \u0441\u043e\u0440\u0443 ж', '\u0441\u043e\u0440\u0443'],
  ['\u0441\u043e\u0440\u0443/data-ж.txt', '\u0441\u043e\u0440\u0443'],
  ['\u0441\u043e\u0440\u0443', '\u0441\u043e\u0440\u0443'],
  ['rm \u0430', '\u0430'],
  ['заметки/\u043e школе.md', ''],
  ['git commit -m "привет \u0441 моря"', ''],
  ['заметки/план 2.md', ''],
])('in the command or path %j each word is judged by itself', (text, marked) => {
  expect(
    findLookalikes(text, 'word')
      .map(({ character }) => character)
      .join(''),
  ).toBe(marked);
});

it.each([
  'plain',
  '\u0441\u043e\u0440\u0443',
  'план/\u0441\u043e\u0440\u0443/readme.md',
  'сору\nplain',
  'an angle of \u03b1',
  'copy 計画 \u0441\u043e\u0440\u0443',
  'заметки/план.md',
  'план-plan',
  'план plan',
  '5 µm',
  'σημειώσεις',
  '計画b',
  'Größe',
  'שלום world',
  'ภาษา Thai ๒๕',
  'カタカナb ＡＢ１ 한글a',
  '٣ items',
  '',
])('%j has none', (text) => {
  expect(found(text)).toBe('');
});

/** Real texts have such words. A letter without a Latin twin shows that a Cyrillic or Greek word is real. */
const latinWord = fc.stringMatching(/^[a-z]{1,8}[0-9]?$/);
const cyrillic = 'абвгдежзийклмнопрстуфхцчшщъыьэюя';
const greek = 'αβγδεζηθικλμνξοπρστυφχψω';
const withoutTwin = { Cyrillic: 'бвгдзийлптфцчшщъыьэюя', Greek: 'βγδζθλξπσφχψω' };
const realWord = (alphabet: string, telling: string) =>
  fc
    .tuple(
      fc.array(fc.constantFrom(...alphabet), { maxLength: 6 }),
      fc.constantFrom(...telling),
      fc.array(fc.constantFrom(...alphabet), { maxLength: 6 }),
    )
    .map(([before, letter, after]) => [...before, letter, ...after].join(''));
const twins = fc.array(fc.constantFrom(...'асеорухѕіјАВЕКМНОРСТУХ'), { minLength: 1, maxLength: 8 });
const gap = fc.constantFrom(' ', '/', '-', '.', ' | ', '_');

it('a real Russian or Greek word is never marked, whatever is around it', () => {
  const real = fc.oneof(realWord(cyrillic, withoutTwin.Cyrillic), realWord(greek, withoutTwin.Greek));
  fc.assert(
    fc.property(fc.array(fc.oneof(latinWord, real), { maxLength: 6 }), real, gap, (words, own, between) => {
      expect(found([...words, own].join(between))).toBe('');
    }),
  );
});

it('in a command or a path a word of several twins is marked, whatever is around it', () => {
  const several = twins.filter((letters) => letters.length > 1);
  const real = realWord(cyrillic, withoutTwin.Cyrillic);
  fc.assert(
    fc.property(
      fc.array(fc.oneof(latinWord, real), { maxLength: 4 }),
      several,
      gap,
      (around, letters, between) => {
        const word = letters.join('');
        const text = [...around, word].join(between);
        const marked = findLookalikes(text, 'word').map(({ character }) => character);
        expect(marked.join('')).toBe(word);
      },
    ),
  );
});

it('a letter of any script that is not written beside Latin ones is marked in a Latin word', () => {
  const foreignLetter = fc.constantFrom(...'вבبⲟⵏყօᎪꓐกกअকਅઅઅఅಅഅකກကអሀߊᚠᐁꀀ𐐀𐒆');
  fc.assert(
    fc.property(latinWord, foreignLetter, latinWord, (before, character, after) => {
      expect(found(`${before}${character}${after}`)).toBe(character);
      expect(describeLookalike(character)).not.toContain('Another');
    }),
  );
});

it('a word of twins of Latin letters is marked among Latin words, and not beside a real word', () => {
  const around = fc.array(latinWord, { minLength: 1, maxLength: 4 });
  const real = realWord(cyrillic, withoutTwin.Cyrillic);
  fc.assert(
    fc.property(around, twins, fc.nat(4), gap, real, (words, letters, place, between, own) => {
      const word = letters.join('');
      const text = words.toSpliced(place, 0, word).join(between);
      expect(found(text)).toBe(word);
      expect(found([text, own].join(between))).toBe('');
    }),
  );
});

it('names a character by its script and code', () => {
  expect(['\u0430', '\u03b1', '\u{1d68c}', '\u217c', '\u0665', '\u{16800}'].map(describeLookalike)).toEqual([
    'Cyrillic, U+0430',
    'Greek, U+03B1',
    'Mathematical, U+1D68C',
    'Roman numeral, U+217C',
    'Arabic, U+0665',
    'Another script, U+16800',
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
