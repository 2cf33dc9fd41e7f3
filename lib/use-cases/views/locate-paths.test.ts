import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locatePaths } from './locate-paths';

const linked = (headline: string, ...paths: string[]) =>
  locatePaths(headline, paths).map(({ start, end }) => headline.slice(start, end));

describe('the paths in a headline', () => {
  it('are found as whole words after the verb, outside of code, and in order', () => {
    const cases: [string[], string, ...string[]][] = [
      [['notes/plan.md'], 'Read notes/plan.md', 'notes/plan.md'],
      [['a'], 'Read a', 'a'],
      [['notes'], 'Search notes/ for “notes”', 'notes'],
      [['my notes/a b.md'], 'Write 1 line to “my notes/a b.md”', 'my notes/a b.md'],
      [['a.md', 'b/a.md'], 'Move a.md to b/a.md', 'a.md', 'b/a.md'],
      [['plan.md'], 'Delete plan.md (783 bytes)', 'plan.md'],
      [['my notes/a b.md'], 'Write 3 lines to my notes/a b.md', 'my notes/a b.md'],
      [['app'], 'Run `cd app && ls` in app/', 'app'],
      [[], 'Run `cat app` in the workspace', 'app'],
      [[], 'List the files in the workspace'],
      [[], 'Read other.md', 'her.md'],
    ];
    for (const [expected, headline, ...paths] of cases)
      expect(linked(headline, ...paths), headline).toEqual(expected);
  });

  it('are found when they are shortened, and never reach beyond the headline', () => {
    expect(linked('Read notes/2026/a-lo…-name.md from line 3 on', 'notes/2026/a-long-long-name.md')).toEqual([
      'notes/2026/a-lo…-name.md',
    ]);
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string({ minLength: 1 }), { maxLength: 3 }), (headline, paths) => {
        let last = 0;
        for (const { start, end } of locatePaths(headline, paths)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(headline.length);
          last = end;
        }
      }),
    );
  });
});
