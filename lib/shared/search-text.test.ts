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
