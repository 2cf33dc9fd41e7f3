import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { revealToString } from '../../../app/_ui/text/reveal-characters';
import { boundText } from '../../domain/bound-text';
import { hasHiddenCharacters } from '../../shared/hidden-characters';
import { finishHeadline, shownFolder } from './headline-parts';
import { cutEnd, makeVisible } from './visible-text';

describe('text for people', () => {
  it('invisible characters are written out, all others stay', () => {
    expect(makeVisible('Größe 日本語 🏠 a b')).toBe('Größe 日本語 🏠 a b');
    expect(makeVisible('a\u202eb\u200bc\u00a0d\ne\tf\0')).toBe(
      'a⟦U+202E⟧b⟦U+200B⟧c⟦U+00A0⟧d⟦U+000A⟧e⟦U+0009⟧f⟦U+0000⟧',
    );
    expect(makeVisible('x\u{e0041}\ufe0f\u3164\u2800\ud800⟦')).toBe(
      'x⟦U+E0041⟧⟦U+FE0F⟧⟦U+3164⟧⟦U+2800⟧⟦U+D800⟧⟦U+27E6⟧',
    );
  });

  it('has one notation with the browser, hides nothing, and changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const visible = makeVisible(text);
        expect(makeVisible(visible)).toBe(visible);
        expect(hasHiddenCharacters(visible.replaceAll(/⟦U\+[0-9A-F]{4,6}⟧/g, ''))).toBe(false);
        for (const character of text.replaceAll(/[\t\n]/g, '')) {
          expect(makeVisible(character)).toBe(revealToString(character));
        }
      }),
    );
  });

  it('a family in a headline keeps its joiners, and none is left at a cut', () => {
    expect(makeVisible('👩‍👩‍👧 a\u200db')).toBe('👩‍👩‍👧 a⟦U+200D⟧b');
    for (let length = 100; length < 140; length += 1) {
      const cut = finishHeadline(`${'a'.repeat(length - 80)}${'👩‍❤️‍👩'.repeat(20)}${'b'.repeat(length - 80)}`);
      expect(cut).not.toMatch(/[\u200D\uFE0F] …|… [\u200D\uFE0F]/);
    }
  });

  it('long values end in an ellipsis and no character is cut', () => {
    expect(cutEnd('🏠'.repeat(5), 3)).toBe('🏠🏠…');
  });
  it('a text for the model keeps head and tail and says how much is missing', () => {
    const text = Array.from({ length: 1_000 }, (_, index) => `line ${index}`).join('\n');
    const bounded = boundText(text, 'Ask for less.', 500);
    const [head = '', tail = ''] = bounded.split(
      /\n\[… [\d,]+ characters left out here\. Ask for less\.\]\n/,
    );
    const left = Number(/([\d,]+) characters/.exec(bounded)?.[1]?.replaceAll(',', ''));
    expect([text.startsWith(head), text.endsWith(tail), head.length + tail.length + left]).toEqual([
      true,
      true,
      text.length,
    ]);
    expect(boundText('short', 'x', 500)).toBe('short');
  });

  it('a folder is named as one, and the workspace by its name', () => {
    expect(['.', './', 'a/b/', './a'].map((path) => shownFolder(path))).toEqual([
      'the workspace',
      'the workspace',
      'a/b/',
      'a/',
    ]);
  });
});
