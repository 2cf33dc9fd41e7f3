import fc from 'fast-check';

/**
 * Lists characters with all their Unicode forms: accents, Vietnamese, marks in another order, Hangul, kana,
 * Cyrillic, signs for letters.
 */
export const formsOfCharacters: readonly (readonly string[])[] = [
  ['\u00e9', 'e\u0301'],
  ['\u00fc', 'u\u0308'],
  ['\u00c5', 'A\u030a', '\u212b'],
  ['\u1ebf', '\u00ea\u0301', 'e\u0302\u0301'],
  ['\u1ead', '\u1ea1\u0302', '\u00e2\u0323', 'a\u0323\u0302', 'a\u0302\u0323'],
  ['\u1edf', '\u01a1\u0309', 'o\u031b\u0309'],
  ['\u1e09', '\u00e7\u0301', 'c\u0327\u0301', 'c\u0301\u0327'],
  ['q\u0323\u0307', 'q\u0307\u0323'],
  ['\ud55c', '\ud558\u11ab', '\u1112\u1161\u11ab'],
  ['\uac00', '\u1100\u1161'],
  ['\u304c', '\u304b\u3099'],
  ['\u0439', '\u0438\u0306'],
  ['\u0390', '\u03ca\u0301', '\u03b9\u0308\u0301'],
  ['\u0958', '\u0915\u093c'],
  ['\u03a9', '\u2126'],
  ['\u8c48', '\uf900'],
  ['K', '\u212a'],
];

const plain = fc.constantFrom(...'abxY7_-').map((letter) => [letter]);
const forms = fc.constantFrom(...formsOfCharacters);
const characters = fc
  .tuple(fc.array(plain, { maxLength: 3 }), forms, fc.array(fc.oneof(plain, forms), { maxLength: 5 }))
  .map(([before, one, after]) => [...before, one, ...after]);

/** Gives different texts of one name, with letters that macOS and Linux may write in different ways. */
export const namesInForms: fc.Arbitrary<string[]> = characters
  .chain((parts) =>
    fc.uniqueArray(fc.tuple(...parts.map((part) => fc.constantFrom(...part))), {
      minLength: 2,
      maxLength: 4,
      selector: (letters) => letters.join(''),
    }),
  )
  .map((names) => names.map((letters) => letters.join('')));

/** Gives a name in two different forms. */
export const nameInTwoForms: fc.Arbitrary<[string, string]> = namesInForms.map(([one = '', other = '']) => [
  one,
  other,
]);
