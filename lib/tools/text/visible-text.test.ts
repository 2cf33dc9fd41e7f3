import { describe, expect, it } from 'vitest';
import { boundText } from './bound-text';
import { shownFolder } from './headline-parts';
import { formatBytes } from './quantities';
import { cutEnd, makeVisible } from './visible-text';

describe('text for people', () => {
  it('what cannot be seen is written out, everything else stays', () => {
    expect(makeVisible('Größe 日本語 🏠 a b')).toBe('Größe 日本語 🏠 a b');
    expect(makeVisible('a\u202eb\u200bc\u00a0d\ne\tf\0')).toBe('a\\u{202e}b\\u{200b}c\\u{a0}d\\ne\\tf\\u{0}');
    expect(makeVisible('x\u{e0041}\ufe0f\u3164\u2800\ud800')).toBe(
      'x\\u{e0041}\\u{fe0f}\\u{3164}\\u{2800}\\u{d800}',
    );
  });

  it('long values end in an ellipsis and no character is cut', () => {
    expect(cutEnd('🏠'.repeat(5), 3)).toBe('🏠🏠…');
  });

  it('sizes and folders', () => {
    expect([0, 1, 999, 1_000, 3_400, 9_999, 999_499, 999_500, 12_345_678].map(formatBytes)).toEqual([
      '0 bytes',
      '1 byte',
      '999 bytes',
      '1 KB',
      '3.4 KB',
      '10 KB',
      '999 KB',
      '1 MB',
      '12 MB',
    ]);
    expect(['.', './', 'a/b/', './a'].map((path) => shownFolder(path))).toEqual([
      'the workspace',
      'the workspace',
      'a/b/',
      'a/',
    ]);
  });

  it('a text for the model keeps head and tail and says what is missing', () => {
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
});
