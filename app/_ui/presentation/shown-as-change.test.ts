import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PresentationView } from '@/lib/contracts/presentation';
import { isShownAsChange } from './shown-as-change';

const line = fc.stringMatching(/^[a-z]{3,8}$/);
const lines = fc.array(line, { minLength: 1, maxLength: 6 });

/** A file in which the lines between `head` and `tail` are replaced; as much context as there is beside the change. */
function replaceIn(head: string[], before: string[], after: string[], tail: string[]): PresentationView {
  const start = Math.max(0, head.length - 3);
  const hunk = [
    ...head.slice(start).map((text) => ` ${text}`),
    ...before.map((text) => `-${text}`),
    ...after.map((text) => `+${text}`),
    ...tail.slice(0, 3).map((text) => ` ${text}`),
  ];
  const context = head.length - start + Math.min(3, tail.length);
  return {
    kind: 'diff',
    path: 'a.txt',
    change: 'modify',
    addedLines: after.length,
    removedLines: before.length,
    hunks: [
      {
        oldStart: start + 1,
        oldLines: context + before.length,
        newStart: start + 1,
        newLines: context + after.length,
        lines: hunk,
      },
    ],
  };
}

describe('a diff stands in for a value', () => {
  it('the old and the new text of a replacement, and the whole new text of the file', () => {
    fc.assert(
      fc.property(lines, lines, lines, lines, (head, before, after, tail) => {
        const change = replaceIn(head, before, after, tail);
        expect(isShownAsChange(before.join('\n'), [change])).toBe(true);
        expect(isShownAsChange(after.join('\n'), [change])).toBe(true);
        expect(isShownAsChange([...head, ...after, ...tail, ''].join('\n'), [change])).toBe(true);
      }),
    );
  });

  it('not a text that is elsewhere in the file, and nothing when no line is shown', () => {
    const change = replaceIn(['one'], ['two'], ['three'], ['four']);
    expect(isShownAsChange('five', [change])).toBe(false);
    expect(isShownAsChange('one\nfive\nfour', [change])).toBe(false);
    expect(isShownAsChange('one', [{ ...change, hunks: [] } as PresentationView])).toBe(false);
    expect(isShownAsChange('', [change])).toBe(false);
  });
});
