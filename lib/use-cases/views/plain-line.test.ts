import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { toPlainLine } from './plain-line';

test.each([
  ['Done.', 'Done.'],
  ['# Summary\n\nThe rent goes up by **4 %**.', 'The rent goes up by 4 %.'],
  ['## Only a heading', 'Only a heading'],
  ['- [x] `npm test` passes, see [the log](logs/a.txt)', 'npm test passes, see the log'],
  ['1. *First* of three\n2. Second', 'First of three'],
  ['> quoted', 'quoted'],
  ['```ts\nconst a_b = 2 * 3 * 4;\n```', 'const a_b = 2 * 3 * 4;'],
  ['---\n| File | Size |\n| --- | --- |\n| a | 1 |', 'File Size'],
  ['my_file_name.txt has 2*3 lines', 'my_file_name.txt has 2*3 lines'],
  ['+ 12% rent', '12% rent'],
  ['-5 degrees', '-5 degrees'],
  ['', null],
  ['\n  \n***\n```\n```', null],
])('%j is shown as %j', (markdown, line) => {
  expect(toPlainLine(markdown)).toBe(line);
});

describe('any text', () => {
  const word = fc.stringMatching(/^[A-Za-z][a-z]{0,11}$/);
  const words = fc.array(word, { minLength: 1, maxLength: 8 }).map((all) => all.join(' '));
  const enclosing = fc.constantFrom('', '*', '**', '***', '_', '__', '`', '``', '~~');
  const leading = fc.constantFrom('', '- ', '* ', '+ ', '1. ', '12) ', '> ', '> - ', '- [ ] ');
  const before = fc.constantFrom('', '\n\n', '# Title\n', '---\n', '```\n', '### A\n\n## B\n');

  it('loses its marks and keeps its words', () => {
    fc.assert(
      fc.property(before, leading, enclosing, words, words, (above, mark, around, marked, rest) => {
        expect(toPlainLine(`${above}${mark}${around}${marked}${around} ${rest}\n\nMore.`)).toBe(
          `${marked} ${rest}`.slice(0, 160),
        );
      }),
    );
  });

  it('is one line of bounded length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 5_000 }), (text) => {
        const line = toPlainLine(text);
        if (line === null) return;
        expect(line).not.toMatch(/[\r\n]/);
        expect(line.length).toBeGreaterThan(0);
        expect(line.length).toBeLessThanOrEqual(160);
        expect(line.isWellFormed() || !text.isWellFormed()).toBe(true);
      }),
    );
  });
});
