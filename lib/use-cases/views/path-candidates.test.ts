import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { namesInForms } from '../../shared/testing/unicode-forms';
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

  it('is a word with an ending in every script and Unicode form', () => {
    fc.assert(
      fc.property(namesInForms, ([name = '']) => {
        fc.pre(/^[\p{L}\p{N}].*[^_-]$/u.test(name));
        expect(findPathCandidates(`See ${name}.md and x.${name}, please.`)).toEqual([
          `${name}.md`,
          `x.${name}`,
        ]);
      }),
    );
    expect(findPathCandidates('See 報告.txt.')).toEqual(['報告.txt']);
  });

  it.each(
    [
      '「」',
      '『』',
      '（）',
      '【】',
      '《》',
      '«»',
      '‹›',
      '‘’',
      '‚‘',
      '„“',
      '、、',
      '，。',
      '：；',
      '！？',
      '…—',
    ].flatMap(([before = '', after = '']) =>
      ['notes/a.md', 'notes/計画.md', 'cafe\u0301.txt', 'don’t.md'].map((path) => ({ before, path, after })),
    ),
  )('is $path between $before and $after, without a space', ({ before, path, after }) => {
    // An apostrophe between two letters belongs to their word.
    const end = after === '’' ? '’ ' : after;
    expect(findPathCandidates(`See${before}${path}${end}and more`)).toContain(path);
  });

  it('is also the complete word, because a name may hold such marks', () => {
    expect(findPathCandidates('計画（案）1.md don’t.md')).toEqual(['計画（案）1.md', '1.md', 'don’t.md']);
  });

  it('is found in one pass, whatever the answer repeats', () => {
    for (const mark of ['`', '](', '](<', 'a.b', '/', ':1', '.', '``a'])
      expect(findPathCandidates(`see a/b.md ${mark.repeat(1_000_000)}x`)).toContain('a/b.md');
  });

  it('is bounded, however long the answer is', () => {
    const text = Array.from({ length: 10_000 }, (_, index) => `file-${index}.md`).join(' ');
    expect(findPathCandidates(text).length).toBeLessThanOrEqual(60);
  });

  it('is looked for until there are enough, and not in an endless answer', () => {
    const decode = vi.spyOn(globalThis, 'decodeURIComponent');
    findPathCandidates(Array.from({ length: 10_000 }, (_, index) => `[a](file-${index}.md)`).join(' '));
    expect(decode.mock.calls.length).toBeLessThan(100);
    decode.mockRestore();
    expect(findPathCandidates(`${'word '.repeat(20_000)} notes/plan.md`)).toEqual([]);
  });

  it('is what all matches together would give, code first, then links, then words', () => {
    const part = fc.constantFrom(
      '`',
      '](',
      ')',
      ' ',
      '/',
      '.',
      ':12',
      '://',
      '%20',
      '\n',
      'a',
      'b.md',
      './',
      '#x',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 400 }), fc.nat(3), (parts, long) => {
        const text = parts.join('') + ` ${parts.length}.md`.repeat(long);
        expect(findPathCandidates(text)).toEqual(candidatesOfAll(text));
      }),
    );
  });
});

/** Finds the same candidates, but makes complete lists. */
function candidatesOfAll(text: string): string[] {
  const matchesOf = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, captured = '']) => captured);
  const decoded = (link: string) => {
    try {
      return decodeURIComponent(link.split(/[?#]/, 1)[0] ?? '');
    } catch {
      return link;
    }
  };
  const found = [
    ...matchesOf(/(?<!`)`+([^`\n]+)`+/g),
    ...matchesOf(/\]\(<?([^)>\n]+)/g).map(decoded),
    ...matchesOf(/([^\s`"'“”()[\]<>{}|*,;!?]+)/g).filter((word) =>
      /[^/]\/|[\p{L}\p{M}\p{N}_]\.[\p{L}\p{N}_]/u.test(word),
    ),
  ];
  const plain = found
    .filter((candidate) => candidate.length <= 300)
    .map((candidate) => candidate.trim().replace(/^\.\/|(?::\d+)?[.:/]*$/g, ''));
  const fitting = plain.filter((candidate) => candidate !== '' && !candidate.includes('://'));
  return [...new Set(fitting)].slice(0, 60);
}
