import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptAround, foldForSearch } from './search-text';

describe('foldForSearch', () => {
  it.each([
    ['ÄRGER', 'ärger'],
    ['ΩΔΗ', 'ωδη'],
    ['Москва', 'МОСКВА'],
    ['cafe\u0301', 'CAFÉ'],
  ])('%s is found as %s', (text, search) => {
    expect(foldForSearch(text)).toBe(foldForSearch(search));
  });
});

describe('excerptAround', () => {
  it('shows the text around the match on one line', () => {
    const text = `${'before '.repeat(20)}\n\nThe Perennials\nbloom.${' after'.repeat(40)}`;
    const excerpt = excerptAround(text, 'perennials');
    expect(excerpt).toMatch(/^….*The Perennials bloom\. after.*…$/);
    expect(excerpt?.length).toBeLessThan(160);
  });

  it.each([
    [
      'Run `npm test` in `app/price.mjs`:\n\n```diff\n- a * (1 + b)\n```',
      'price',
      'Run npm test in app/price.mjs: - a * (1 + b)',
    ],
    [
      '## Found\n\n**Three** files, *all* old.\n\n---\n\n> Said so',
      'three',
      'Found Three files, all old. Said so',
    ],
    ['- `a_b.md`\n- `c_d.md`', 'a_b', '- a_b.md - c_d.md'],
    ['2 * 3 and 2**3 and #12', 'and', '2 * 3 and 2**3 and #12'],
  ])('leaves out the marks of Markdown: %j', (text, search, excerpt) => {
    expect(excerptAround(text, search)).toBe(excerpt);
  });

  it('keeps the marks that were searched for', () => {
    expect(excerptAround('Set `name` and `size`.', '`size`')).toBe('Set name and `size`.');
  });

  it('is at its place after letters that take two when they are small', () => {
    expect(excerptAround(`${'İ'.repeat(300)} the end is near`, 'end')).toMatch(/^…İ+ the end is near$/);
  });

  it('is null when the text does not hold the search', () => {
    expect(excerptAround('Nothing here', 'zebra')).toBeNull();
  });

  it('holds the search wherever it was', () => {
    const word = fc.stringMatching(/^[a-z]{1,12}$/);
    fc.assert(
      fc.property(
        fc.string({ maxLength: 300 }),
        word,
        fc.string({ maxLength: 300 }),
        (head, wanted, tail) => {
          expect(foldForSearch(excerptAround(`${head} ${wanted} ${tail}`, wanted) ?? '')).toContain(wanted);
        },
      ),
    );
  });
});
