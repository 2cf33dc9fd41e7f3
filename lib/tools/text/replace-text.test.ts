import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { ToolFailure } from '../tool-failure';
import { replaceText } from './replace-text';

const maxBytes = 5_000_000;
const replace = (text: string, oldText: string, newText: string, replacesAll = false, limit = maxBytes) =>
  replaceText('a.txt', text, { oldText, newText, replacesAll }, limit);

function failureOf(attempt: () => unknown): ToolFailure {
  try {
    attempt();
  } catch (error) {
    if (error instanceof ToolFailure) return error;
    throw error;
  }
  throw new Error('It did not fail');
}

describe('replaceText', () => {
  it('replaces each occurrence, as a split and a join do', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', 'é') });
    fc.assert(
      fc.property(text, text, text, (around, wanted, replacement) => {
        fc.pre(wanted !== '' && wanted !== replacement && around.includes(wanted));
        const { text: replaced } = replace(around, wanted, replacement, true);
        expect(replaced).toBe(around.split(wanted).join(replacement));
      }),
    );
  });

  it('makes no text above the limit, however many places there are', () => {
    const lines = '\n'.repeat(1_000_000);
    expect(failureOf(() => replace(lines, '\n', 'x'.repeat(5_000), true)).code).toBe('too_large');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 40 }), (places, added) => {
        const run = () => replace('é'.repeat(places), 'é', `é${'ü'.repeat(added)}`, true, 100);
        fc.pre(added > 0);
        if (2 * places * (1 + added) <= 100) expect(Buffer.byteLength(run().text)).toBeLessThanOrEqual(100);
        else expect(failureOf(run).code).toBe('too_large');
      }),
    );
  });

  it('says how often a text occurs, and in which lines the first ten of them begin', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 60 });
    const wanted = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(text, wanted, (around, wanted) => {
        const before = around.split(wanted).slice(0, -1);
        fc.pre(before.length > 1);
        const lines = before.map(
          (_, index) =>
            before
              .slice(0, index + 1)
              .join(wanted)
              .split('\n').length,
        );
        const shown = `(line ${lines.slice(0, 10).join(', ')}${lines.length > 10 ? ' …' : ''})`;
        const { message } = failureOf(() => replace(around, wanted, 'x'));
        expect(message).toContain(`contains the text ${lines.length} times ${shown}.`);
      }),
    );
  });

  it('makes no list of the places, of which there may be millions', () => {
    const split = vi.spyOn(String.prototype, 'split');
    const failure = failureOf(() => replace('\n'.repeat(1_000), '\n', 'x'));
    const pieces = split.mock.results.map(({ value }) => value.length);
    split.mockRestore();
    expect(failure.message).toContain(
      'contains the text 1,000 times (line 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 …).',
    );
    expect(pieces.filter((count) => count > 100)).toEqual([]);
  });

  it('says in which lines similar text is', () => {
    const text = 'one\n  Total   amount:  12\ntwo\ntotal amount: 12 EUR\n';
    const { message } = failureOf(() => replace(text, 'TOTAL amount: 12', 'x'));
    expect(message).toContain('is in line 2, 4.');
  });

  it('finds a line with other spaces and case, wherever it is', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'B', '7', '(', '.'), minLength: 1, maxLength: 6 });
    const words = fc.array(word, { minLength: 3, maxLength: 8 });
    const gap = fc.constantFrom(' ', '  ', '\t ', '   ');
    fc.assert(
      fc.property(words, fc.array(gap, { minLength: 8, maxLength: 8 }), fc.nat(20), (parts, gaps, above) => {
        const wanted = parts.join(' ');
        const written = parts.map((part, index) => part.toUpperCase() + gaps[index]).join('');
        const text = `${'-\n'.repeat(above)}${written}\n`;
        fc.pre(!text.includes(wanted));
        expect(failureOf(() => replace(text, wanted, 'x')).message).toMatch(
          new RegExp(`in line ${above + 1}\\b`),
        );
      }),
    );
  });

  it('gives up where the same word is everywhere, in place of trying each of millions of places', () => {
    const zeros = '0 '.repeat(2_000_000);
    const { message } = failureOf(() => replace(zeros, `${'0 '.repeat(2_000)}1`, 'x'));
    expect(message).toContain('does not contain the text');
    // The search compares only 200 characters, and line 1 has all of them.
    expect(message).toContain('is in line 1.');
    const { message: other } = failureOf(() => replace(zeros, `1 ${'0 '.repeat(2_000)}`, 'x'));
    expect(other).toContain('Read the file and copy the text exactly.');
  });
});
