import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainDifference } from './explain-difference';
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
        fc.constantFrom('\t', ': ', ' | ', '→'),
        fc.integer({ min: 1, max: 500 }),
        (mark, first) => {
          const wanted = `${first}${mark}one\n${first + 1}${mark}"two"`;
          const told = explainDifference(`zero\none\n“two”\n`, wanted);
          expect(told).toContain('in line 2 ');
          expect(told).toContain('line numbers');
          expect(told).toContain('curly or straight quotes');
          expect(told).not.toContain('dashes');
        },
      ),
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
