import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countRevealed,
  restoreCharacters,
  revealCharacters,
  revealName,
  revealNameToString,
  revealToString,
} from './reveal-characters';

describe('misleading characters are drawn as escapes', () => {
  it.each([
    ['right-to-left override', 'gnp.\u202Eexe', 'gnp.⟦U+202E⟧exe'],
    ['isolates', '\u2066a\u2069', '⟦U+2066⟧a⟦U+2069⟧'],
    ['zero width space', 'a\u200Bb', 'a⟦U+200B⟧b'],
    ['zero width joiner', 'a\u200Db', 'a⟦U+200D⟧b'],
    ['a joiner after an emoji', '👩\u200Dx', '👩⟦U+200D⟧x'],
    ['a joiner before an emoji', 'x\u200D👩', 'x⟦U+200D⟧👩'],
    ['a joiner of emoji that no font joins', '👩\u200D🍕', '👩⟦U+200D⟧🍕'],
    ['two joiners', '👩\u200D\u200D👧', '👩⟦U+200D⟧⟦U+200D⟧👧'],
    ['byte order mark', '\uFEFFa', '⟦U+FEFF⟧a'],
    ['no-break space', 'rm\u00A0-rf', 'rm⟦U+00A0⟧-rf'],
    ['soft hyphen', 'a\u00ADb', 'a⟦U+00AD⟧b'],
    ['line separator', 'a\u2028b', 'a⟦U+2028⟧b'],
    ['escape and bell', '\u001B[31m\u0007', '⟦U+001B⟧[31m⟦U+0007⟧'],
    ['carriage return', 'safe\revil', 'safe⟦U+000D⟧evil'],
    ['tag characters', 'a\u{E0041}', 'a⟦U+E0041⟧'],
    ['variation selector', 'a\uFE0F', 'a⟦U+FE0F⟧'],
    ['Hangul filler', 'a\u3164b', 'a⟦U+3164⟧b'],
    ['Braille blank', 'a\u2800b', 'a⟦U+2800⟧b'],
    ['a musical symbol without a head', 'a\u{1D159}b', 'a⟦U+1D159⟧b'],
    ['blank hieroglyphs', 'a\u{13441}\u{13442}b', 'a⟦U+13441⟧⟦U+13442⟧b'],
    ['Khitan filler', 'a\u{16FE4}b', 'a⟦U+16FE4⟧b'],
    ['private use', 'a\uE000', 'a⟦U+E000⟧'],
    ['lone surrogate', 'a\uD800b', 'a⟦U+D800⟧b'],
    ['padding', `ls${' '.repeat(80)}; rm`, 'ls⟦U+0020×80⟧; rm'],
    ['many empty lines', `a${'\n'.repeat(40)}b`, 'a⟦U+000A×40⟧b'],
    ['our own brackets', '⟦U+202E⟧', '⟦U+27E6⟧U+202E⟦U+27E7⟧'],
  ])('%s', (_, text, drawn) => {
    expect(revealToString(text)).toBe(drawn);
    expect(restoreCharacters(drawn)).toBe(text);
  });

  it('from the fourth on, combining marks on one letter are drawn', () => {
    expect(revealToString('a\u0301\u0302\u0303\u0304\u0305')).toBe('a\u0301\u0302\u0303⟦U+0304⟧⟦U+0305⟧');
  });

  it('ordinary text in any script stays as it is', () => {
    const emoji = ['👍', '👩‍👩‍👧', '❤️‍🔥', '👩🏽‍💻 at work', '🏳️‍🌈🧑‍🤝‍🧑'];
    for (const text of ['Grüße, 東京', 'שלום', 'ünï\u0301', '\tindented\n\n    code', '', ...emoji]) {
      expect(revealToString(text)).toBe(text);
    }
  });

  it('counts characters, not escapes', () => {
    expect(countRevealed(`a\u200B${' '.repeat(60)}`)).toBe(61);
    expect(countRevealed('plain')).toBe(0);
  });
});

describe('in a name or a path, everything that is no visible character is an escape', () => {
  it.each([
    ['a tab', 'a\tb', 'a⟦U+0009⟧b'],
    ['a line break', 'notes/a\nb.md', 'notes/a⟦U+000A⟧b.md'],
    ['other line breaks', 'a\u0085b\u2028c\u2029d', 'a⟦U+0085⟧b⟦U+2028⟧c⟦U+2029⟧d'],
    ['what is hidden in any text', 'gnp.\u202Eexe', 'gnp.⟦U+202E⟧exe'],
    ['spaces at the edges of a name', ' a /b  /c', '⟦U+0020⟧a⟦U+0020⟧/b⟦U+0020×2⟧/c'],
    ['nothing but spaces', '   ', '⟦U+0020×3⟧'],
  ])('%s', (_, name, drawn) => {
    expect(revealNameToString(name)).toBe(drawn);
    expect(restoreCharacters(drawn)).toBe(name);
  });

  it('an ordinary one stays as it is', () => {
    for (const name of ['Budget of the bakery/план 2.md', '.env', '', 'party 👩‍👩‍👧 2.txt'])
      expect(revealNameToString(name)).toBe(name);
  });
});

describe('any text', () => {
  const emojiParts = ['👩', '👧', '❤', '🏳', '🌈', '🍕', '♂', '🏃', '🏽', '\u200D', '\uFE0F', 'a', '©', ' '];
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: fc.constantFrom(...emojiParts), maxLength: 12 }),
  );

  it('can be restored from the drawn text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(restoreCharacters(revealToString(text))).toBe(text);
        expect(restoreCharacters(revealNameToString(text))).toBe(text);
      }),
      { numRuns: 5_000 },
    );
  });

  it('has its parts in order and nothing left out', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(revealCharacters(text).reduce((sum, part) => sum + part.text, '')).toBe(text);
        expect(revealName(text).reduce((sum, part) => sum + part.text, '')).toBe(text);
      }),
      { numRuns: 5_000 },
    );
  });

  it('draws nothing invisible', () => {
    // A reader sees a joiner between two emoji, and a variation selector beside such a joiner.
    const inEmoji =
      /(?<=\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)\u200D(?=\p{Extended_Pictographic})|(?<=\p{Extended_Pictographic})\uFE0F(?=\u200D)|(?<=\u200D\p{Extended_Pictographic})\uFE0F/gu;
    const invisible =
      /[\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}]|(?![\t\n])\p{Cc}/u;
    fc.assert(
      fc.property(anyText, (text) => {
        expect(revealToString(text).replace(inEmoji, '')).not.toMatch(invisible);
        expect(revealNameToString(text)).not.toMatch(/[\t\n]|^ | $/);
      }),
      { numRuns: 5_000 },
    );
  });
});
