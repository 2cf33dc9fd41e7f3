import { describe, expect, it } from 'vitest';
import { findPathCandidates } from './path-candidates';

describe('possible paths in an answer', () => {
  it('is code, the target of a link, and a word with a slash or an ending', () => {
    const text = [
      'I wrote `notes/my plan.md` and ./tasks.md:12. See [the report](report%20q3.md#top) in summaries/.',
      'More at https://example.com/x.html and `npm test`.',
    ].join('\n');
    const found = findPathCandidates(text);
    for (const path of ['notes/my plan.md', 'tasks.md', 'report q3.md', 'summaries'])
      expect(found, path).toContain(path);
    expect(found.filter((path) => path.includes('://'))).toEqual([]);
  });

  it('is found in one pass, whatever the answer repeats', () => {
    for (const mark of ['`', '](', '](<', 'a.b', '/', ':1', '.', '``a'])
      expect(findPathCandidates(`see a/b.md ${mark.repeat(1_000_000)}x`)).toContain('a/b.md');
  });

  it('is bounded, however long the answer is', () => {
    const text = Array.from({ length: 10_000 }, (_, index) => `file-${index}.md`).join(' ');
    expect(findPathCandidates(text).length).toBeLessThanOrEqual(60);
  });
});
