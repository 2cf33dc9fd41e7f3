import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { explainDifference } from './explain-difference';
import { nameCharacters } from './name-characters';
import { replaceText } from './replace-text';

const cases = [
  ['curly or straight quotes', 'He said “yes” to ‘it’', 'He said "yes" to \'it\''],
  ['no-break or other special spaces', 'about 5\u00a0kg of\u202frice', 'about 5 kg of rice'],
  ['kinds of dashes', 'pages 3–4 — all', 'pages 3-4 - all'],
  ['ligatures', 'a ﬁne oﬃce', 'a fine office'],
  ['composed or decomposed accents', 'ca\u0301fe\u0301 A\u030a \u1112\u1161\u11ab', 'cáfé Å 한'],
  ['tabs, or the number of spaces', '\tif\t\tready', '    if  ready'],
  ['blanks at the ends of lines', 'first   \nsecond\t\nthird', 'first\nsecond\nthird'],
] as const;

/** These texts are written in two ways that share no letters. */
const spellings = [
  ...['“', '”', '„', '‟', '″'].map((mark) => ['curly or straight quotes', mark, '"'] as const),
  ...['‘', '’', '‚', '‛', '′', '´', '`'].map((mark) => ['curly or straight quotes', mark, "'"] as const),
  ['curly or straight quotes', '“', '„'],
  ...['ʼ'].map((mark) => ['curly or straight quotes', mark, "'"] as const),
  ...['«', '»'].map((mark) => ['angle or straight quotes', mark, '"'] as const),
  ...['‹', '›'].map((mark) => ['angle or straight quotes', mark, "'"] as const),
  ...['‐', '‑', '‒', '–', '—', '―', '−'].map((dash) => ['kinds of dashes', dash, '-'] as const),
  ['kinds of dashes', '—', '--'],
  ['an ellipsis or three periods', '…', '...'],
  ...['ﬀ', 'ﬁ', 'ﬂ', 'ﬃ', 'ﬄ', 'ﬆ'].map((sign) => ['ligatures', sign, sign.normalize('NFKD')] as const),
  ...['é', 'Å', 'ñ', 'ệ', '한', '\u212b'].map(
    (letter) => ['composed or decomposed accents', letter, letter.normalize('NFD')] as const,
  ),
  ...['\u00a0', '\u2003', '\u202f', '\u3000'].map(
    (space) => ['no-break or other special spaces', space, ' '] as const,
  ),
  ...['\u200b', '\u200d', '\u00ad', '\ufeff', '\u2060', '\u202e'].map(
    (mark) => ['invisible characters', mark, ''] as const,
  ),
  ...['Ａ', '：', '（', '１', '＿'].map(
    (wide) => ['full-width or ordinary characters', wide, wide.normalize('NFKC')] as const,
  ),
  ['tabs, or the number of spaces', '\t', '    '],
  ['tabs, or the number of spaces', '  ', ' '],
] as const;

test.each([
  ['', 'nothing'],
  ['“', '“ (U+201C)'],
  ['    ', '4 × space (U+0020)'],
  ['\t \u00a0', 'tab (U+0009), space (U+0020), no-break space (U+00A0)'],
  ['e\u0301', 'e (U+0065), U+0301'],
  ['\r\n', '\\r (U+000D), \\n (U+000A)'],
  ['\u202e', 'U+202E'],
  ['😀😀', '2 × 😀 (U+1F600)'],
  ['abcdef', 'a (U+0061), b (U+0062), c (U+0063), d (U+0064), …'],
])('the characters of %j are %s', (text, names) => {
  expect(nameCharacters(text)).toBe(names);
});

test('every letter that Unicode writes in several forms is told in each pair of them', () => {
  const forms = (code: number) => {
    const letter = String.fromCodePoint(code);
    return [letter, letter.normalize('NFC'), letter.normalize('NFD')];
  };
  // The first and last characters that have another form are in this range. Every 16th Korean syllable is enough.
  for (let code = 0xc0; code <= 0x2fa1d; code += code >= 0xac00 && code < 0xd7a3 ? 16 : 1) {
    if (/[\p{M}\p{Z}\p{Cs}\p{Cn}]/u.test(String.fromCodePoint(code))) continue;
    // These vowels of one young script compose like letters with marks, but only in the newest versions of Unicode.
    if (code >= 0x16d60 && code <= 0x16d6a) continue;
    const [one = '', ...others] = forms(code);
    for (const other of others.filter((form) => form !== one))
      for (const [inFile, wanted] of [
        [one, other],
        [other, one],
      ])
        expect(explainDifference(`a ${inFile} b\n`, `a ${wanted} b`), code.toString(16)).toContain(
          'composed or decomposed accents',
        );
  }
  expect(explainDifference('한\n', '\ud558\u11ab')).toContain('composed or decomposed accents');
});

describe('an edit whose text differs a little from the file', () => {
  it('is told which kind of character differs and in which line, whichever side has it, and replaces nothing', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...cases),
        fc.boolean(),
        fc.nat(30),
        fc.constantFrom('\n', '\r\n'),
        ([name, one, other], swaps, before, lineBreak) => {
          const [inFile, wanted] = swaps ? [other, one] : [one, other];
          const text = `${'x\n'.repeat(before)}${inFile}\nend\n`.replaceAll('\n', lineBreak);
          const edit = { oldText: wanted, newText: 'new', replacesAll: true };
          expect(() => replaceText('a.txt', text, edit, 1_000_000)).toThrow(
            `The text in line ${before + 1} differs from old_text only in: ${name}`,
          );
        },
      ),
    );
  });

  it('is told of line numbers that were pasted with it, and of what differs besides', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('', '  ', '\t', 'Line ', 'L', 'a.txt:', 'some notes/a b.md:', '['),
        fc.constantFrom('\t', ': ', ':', ' | ', '|', '│ ', '→', ') ', '. ', '-', '  '),
        fc.integer({ min: 1, max: 500 }),
        (lead, end, first) => {
          const mark = lead === '[' ? '] ' : end;
          const wanted = `${lead}${first}${mark}one\n${lead}${first + 1}${mark}"two"`;
          const told = explainDifference(`zero\none\n“two”\n`, wanted);
          expect(told).toContain('in line 2 ');
          expect(told).toContain('line numbers');
          expect(told).toContain('curly or straight quotes');
          expect(told).not.toContain('dashes');
        },
      ),
    );
  });

  it('is told which characters are on which side, and where', () => {
    const words = fc.stringMatching(/^[a-z]{1,6}( [a-z]{1,6}){0,3}$/);
    const lines = fc.array(words, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(
        ...[fc.constantFrom(...spellings), fc.boolean(), lines, lines, lines, lines],
        ([name, one, other], swaps, above, before, after, below) => {
          const [inFile, wanted] = swaps ? [other, one] : [one, other];
          const around = (middle: string) => `<${before.join('\n')}Q${middle}Q${after.join('\n')}>`;
          const text = `${above.join('\n')}\n${around(inFile)}\n${below.join('\n')}\n`;
          const line = above.length + 1;
          const column = (around('').split('Q')[0]?.split('\n').at(-1)?.length ?? 0) + 2;
          expect(explainDifference(text, around(wanted))).toBe(
            ` The text in line ${line} differs from old_text only in: ${name} (old_text has ${nameCharacters(wanted)} in its line ` +
              `${before.length}, column ${column}, where line ${line + before.length - 1} of the file has ${nameCharacters(inFile)} in ` +
              `column ${column}). Copy it as the file has it.`,
          );
        },
      ),
    );
  });

  it('is told of blanks at the end of a line and of line breaks, where they are', () => {
    expect(explainDifference('a\nb\t\nc\n', 'a\nb\nc')).toContain(
      'blanks at the ends of lines (old_text has nothing in its line 2, column 2, where line 2 of the file has tab (U+0009) in column 2)',
    );
    expect(explainDifference('a\nb\nc\n', 'b  \nc')).toContain(
      'old_text has 2 × space (U+0020) in its line 1, column 2, where line 2 of the file has nothing in column 2)',
    );
    expect(explainDifference('a\rb\rc\n', 'b\nc')).toContain(
      'line breaks (old_text has \\n (U+000A) in its line 1, column 2, where line 2 of the file has \\r (U+000D) in column 2)',
    );
  });

  it('is told of each kind once, with how many more there are', () => {
    const told = explainDifference('“a” – “b” — c\u00a0d', '"a" - "b" - c d');
    expect(told).toContain('(U+201C) in column 1, and at 3 more); kinds of dashes');
    expect(told).toContain('(U+2013) in column 5, and at 1 more)');
    expect(told.match(/old_text has/g)).toHaveLength(3);
    expect(told).not.toMatch(/invisible|full-width|number of spaces/);
  });

  it('is told nothing where no line of the file is like it, whatever characters it has', () => {
    const odd = fc.constantFrom(...spellings.flatMap(([, one, other]) => [one, other]), '\n', ' ', '5: ');
    const text = (letters: string) =>
      fc
        .array(fc.oneof(odd, fc.constantFrom(...letters)), { minLength: 1, maxLength: 30 })
        .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text('abc'), text('xyz'), (file, wanted) => {
        fc.pre(/[xyz]/.test(wanted));
        expect(explainDifference(file, wanted)).toBe('');
      }),
    );
  });

  it('is told of the number before a single line only if it is the number of that line', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), (line, number) => {
        const text = Array.from({ length: 9 }, (_, index) => (index + 1 === line ? 'one thing' : '-')).join(
          '\n',
        );
        expect(explainDifference(text, `${number}: one thing`) !== '').toBe(line === number);
        expect(explainDifference(text, `${line}: one`)).toBe('');
      }),
    );
  });

  it('is told of no line numbers when its numbers do not count its lines', () => {
    expect(explainDifference('one\ntwo\n', '1: one\n3: two')).toBe('');
    expect(explainDifference('one\ntwo\n', '1: one\ntwo')).toBe('');
  });

  it('is told nothing of the kind when the file holds no such text', () => {
    expect(explainDifference('one\ntwo\n', 'three')).toBe('');
    expect(explainDifference('one\ntwo\n', ' \t')).toBe('');
  });
});
