import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findRightToLeft } from './right-to-left';

const runsOf = (text: string) => findRightToLeft(text).map(({ from, to }) => text.slice(from, to));

it.each([
  ['mv "א" "ב"', ['א', 'ב']],
  ['א/ב/1.txt', ['א', 'ב']],
  ['שלום עולם', ['שלום עולם']],
  ['שלום  עולם', ['שלום', 'עולם']],
  ['שָׁלוֹם, עולם', ['שָׁלוֹם', 'עולם']],
  ['مرحبا، كيف حالك؟', ['مرحبا، كيف حالك؟']],
  ['٣ / ٤', ['٣', '٤']],
  ['"א1ב"', ['א', 'ב']],
  ['א\u200fב', ['א', 'ב']],
  ['א\nב', ['א', 'ב']],
  ['plain, план, 計画', []],
])('%j has the runs %j', (text, runs) => {
  expect(runsOf(text)).toEqual(runs);
});

it('no run has a character that separates in paths, commands or code', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom('א', 'ش', '\u05b0', '٣', '۴', ...' /"\'|;&#=,.-1a\t\n'),
        maxLength: 30,
      }),
      (text) => {
        const spans = findRightToLeft(text);
        for (const run of runsOf(text)) expect(run).not.toMatch(/[!-~\s]{2}|[!-~\t\n]|^ | $/);
        const left = spans.reduceRight((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), text);
        expect(left).not.toMatch(/[אش٣۴]/);
      },
    ),
  );
});
