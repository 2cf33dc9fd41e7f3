import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLookalikes } from '../../../lib/shared/lookalikes';
import type { SyntaxRange } from '../syntax/syntax-range';
import { toBlocks, toPieces } from './text-pieces';

const joined = (pieces: readonly { text: string }[]) => pieces.map(({ text }) => text).join('');

describe('a text is split where its style changes', () => {
  it('at colors and marks', () => {
    const pieces = toPieces('const ab = 1', {
      ranges: [{ from: 0, to: 5, role: 'keyword' }],
      mark: { from: 3, to: 7 },
    });
    expect(pieces.map(({ text, role, isMarked }) => [text, role, isMarked])).toEqual([
      ['con', 'keyword', false],
      ['st', 'keyword', true],
      [' a', null, true],
      ['b = 1', null, false],
    ]);
  });

  it('a color does not hide a misleading character', () => {
    const pieces = toPieces('"a\u202Eb"', { ranges: [{ from: 0, to: 5, role: 'string' }] });
    expect(pieces.map(({ text, drawnAs }) => drawnAs ?? text)).toEqual(['"a', '⟦U+202E⟧', 'b"']);
  });

  it('a letter that only looks Latin is marked in its place, whatever its color', () => {
    const pieces = toPieces('rm p\u0430ypal; ls', { ranges: [{ from: 0, to: 9, role: 'string' }] });
    expect(pieces.map(({ text, isLookalike }) => [text, isLookalike])).toEqual([
      ['rm p', false],
      ['\u0430', true],
      ['ypal', false],
      ['; ls', false],
    ]);
  });

  it('padding stays one escape when a mark begins inside of it', () => {
    const pieces = toPieces(`a${' '.repeat(60)}b`, { mark: { from: 20, to: 62 } });
    expect(pieces.map(({ text, drawnAs, isMarked }) => [drawnAs ?? text, isMarked])).toEqual([
      ['a', false],
      ['⟦U+0020×60⟧', true],
      ['b', true],
    ]);
  });

  it('a run that is read from right to left is known, whatever its colors', () => {
    const text = 'y = "שלום עולם" # ב ٣٤';
    const runsOf = (isProse: boolean) =>
      toPieces(text, { ranges: [{ from: 4, to: 7, role: 'string' }], isProse })
        .filter(({ runFrom }) => runFrom !== null)
        .map((piece) => [piece.text, piece.runFrom, piece.role]);
    expect(runsOf(false)).toEqual([
      ['של', 5, 'string'],
      ['ום עולם', 5, null],
      ['ב', 18, null],
      ['٣٤', 20, null],
    ]);
    expect(runsOf(true)).toEqual([]);
  });

  it('an escape is in no run', () => {
    expect(toPieces('א\u200Fב').map(({ text, runFrom }) => [text, runFrom])).toEqual([
      ['א', 0],
      ['\u200F', null],
      ['ב', 2],
    ]);
  });

  it('nothing is lost, whatever the styles', () => {
    const anyRanges = fc.array(fc.nat(12), { maxLength: 8 }).map((numbers) => {
      const borders = [...new Set(numbers)].sort((a, b) => a - b);
      return borders
        .slice(1)
        .map((to, index): SyntaxRange => ({ from: borders[index] ?? 0, to, role: 'string' }));
    });
    const anyCharacter = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 });
    const anyMark = fc.option(fc.record({ from: fc.nat(12), to: fc.nat(12) }));
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.oneof(anyCharacter, fc.constantFrom('a', '\u0430', '\u{1d68c}', '\u05d0', ' ', '\u0663')),
          maxLength: 12,
        }),
        anyRanges,
        anyMark,
        fc.integer({ min: 1, max: 3 }),
        (text, ranges, mark, lines) => {
          const pieces = toPieces(text, { ranges, mark });
          expect(pieces.filter(({ isLookalike }) => isLookalike).map((piece) => piece.text)).toEqual(
            findLookalikes(text).map(({ character }) => character),
          );
          expect(joined(pieces)).toBe(text);
          expect(joined(toBlocks(pieces, lines).flat())).toBe(text);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('blocks', () => {
  it('hold so many lines each', () => {
    const text = Array.from({ length: 5 }, (_, index) => `line ${index}`).join('\n');
    expect(toBlocks(toPieces(text), 2).map(joined)).toEqual([
      'line 0\nline 1\n',
      'line 2\nline 3\n',
      'line 4',
    ]);
  });

  it('do not exist for an empty text', () => {
    expect(toBlocks(toPieces(''), 2)).toEqual([]);
  });
});
