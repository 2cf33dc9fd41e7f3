import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../replies/testing/generated';
import { ToolCallMerger } from './merge-tool-calls';

/** These names and texts begin alike, so a piece often looks like a new beginning. */
const name = fc.constantFrom('a', 'a:', 'parameters', '{"a":');
const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('', 'a', '{"a":', '[[', 1, true, null),
    fc.dictionary(name, tie('value'), { maxKeys: 2 }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
})).value;
const args = fc.dictionary(name, value, { minKeys: 1, maxKeys: 3 });
/** No value here begins like the complete object, so a test can tell a repetition from a continuation. */
const plainArgs = fc.dictionary(
  fc.constantFrom('path', 'content', 'lines'),
  fc.oneof(fc.constantFrom('', 'a.md', '{"path":'), fc.integer(), fc.array(fc.integer())),
  { minKeys: 1 },
);
/** Each share of the text says where a piece ends. */
const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

const toEnds = (text: string, shares: number[]) =>
  [...shares.map((share) => Math.floor(share * text.length)), text.length].sort((a, b) => a - b);

const toPieces = (text: string, shares: number[]) => {
  const ends = toEnds(text, shares);
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
};

function merge(pieces: string[]): string | undefined {
  const merger = new ToolCallMerger();
  const call = { index: 0, id: 'c', name: 'f', arguments: '' };
  for (const [index, piece] of pieces.entries())
    merger.add({ ...call, ...(index === 0 ? {} : { id: null, name: '' }), arguments: piece }, (text) => text);
  const calls = merger.toCalls();
  expect(calls).toHaveLength(1);
  return calls[0]?.arguments;
}

test('pieces that continue one another are the arguments, however much alike they begin', () => {
  fc.assert(
    fc.property(args, cuts, (object, shares) => {
      const text = JSON.stringify(object);
      expect(merge(toPieces(text, shares))).toBe(text);
    }),
    runs(2_000),
  );
});

test('and never another call where the end is missing', () => {
  fc.assert(
    fc.property(
      args,
      cuts,
      fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      (object, shares, at) => {
        const text = JSON.stringify(object);
        const part = text.slice(0, Math.floor(at * text.length));
        expect(merge(toPieces(part, shares))).toBe(part);
      },
    ),
    runs(2_000),
  );
});

test('a beginning that the model repeats inside its arguments is no repetition of the server', () => {
  fc.assert(
    fc.property(
      name,
      fc.constantFrom('1', '"a"', '{}'),
      fc.integer({ min: 1, max: 4 }),
      (key, end, count) => {
        const begin = `{${JSON.stringify(key)}:`;
        const pieces = [...Array<string>(count).fill(begin), `${begin}${end}}`];
        expect(merge(pieces)).toBe(pieces.join(''));
      },
    ),
    runs(200),
  );
});

test('all arguments so far in every piece, or the whole once more, are the arguments once', () => {
  const isOneSnapshot = (text: string, ends: number[]) =>
    new Set(ends.filter((end) => end > 0 && end < text.length)).size === 1;
  fc.assert(
    fc.property(plainArgs, cuts, (object, shares) => {
      const text = JSON.stringify(object);
      const ends = toEnds(text, shares);
      expect(merge([...toPieces(text, shares), text])).toBe(text);
      expect(merge([text, text, text])).toBe(text);
      // A single piece that begins with the piece before it may also continue it.
      fc.pre(!isOneSnapshot(text, ends));
      // When the last of several pieces begins a value, the pieces may be nested values.
      fc.pre(!ends.some((end) => end < text.length && /[:[,]$/.test(text.slice(0, end))));
      expect(merge(ends.map((end) => text.slice(0, end)))).toBe(text);
    }),
    runs(2_000),
  );
});

/**
 * Kimi and LM Studio send a new id with each piece (NousResearch/hermes-agent#45164). MiniMax on NIM repeats
 * the name (#11984).
 */
test('pieces under one index are one call, though each has a new id or the name once more', () => {
  fc.assert(
    fc.property(args, cuts, fc.constantFrom('id', 'name'), (object, shares, repeated) => {
      const text = JSON.stringify(object);
      const merger = new ToolCallMerger();
      for (const [at, piece] of ['', ...toPieces(text, shares)].entries()) {
        const id = repeated === 'id' ? `c${at}` : 'c';
        const name = repeated === 'name' || at === 0 ? 'f' : '';
        merger.add({ index: 0, id, name, arguments: piece }, (more) => more);
      }
      expect(merger.toCalls()).toEqual([{ name: 'f', arguments: text }]);
    }),
    runs(500),
  );
});
