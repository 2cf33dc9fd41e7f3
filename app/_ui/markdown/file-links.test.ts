import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFileLinks } from './file-links';

const { ofCode, ofLink, inWords } = createFileLinks(undefined, ['notes/plan.md', 'notes', 'a+b (1).md']);

describe('files named in an answer', () => {
  it('are links when code says exactly a path that exists, with its line', () => {
    expect(ofCode('notes/plan.md')).toEqual({ path: 'notes/plan.md', line: undefined });
    expect(ofCode('./notes/')).toEqual({ path: 'notes', line: undefined });
    expect(ofCode('notes/plan.md:12')).toEqual({ path: 'notes/plan.md', line: 12 });
    for (const text of ['cat notes/plan.md', 'plan.md', 'notes/plan', ''])
      expect(ofCode(text), text).toBeNull();
    expect(ofLink('notes/plan.md#top')).toBe('notes/plan.md');
    expect(ofLink('other.md')).toBeNull();
    expect(ofLink('https://example.com/notes/plan.md')).toBeNull();
  });

  it('are links in plain words only as whole words, and no character is lost', () => {
    const paths = (text: string) => inWords(text).flatMap(({ path }) => path ?? []);
    expect(paths('Saved to notes/plan.md. See a+b (1).md, too.')).toEqual(['notes/plan.md', 'a+b (1).md']);
    expect(paths('my-notes/plan.md, notes/plan.mdx, xnotes/plan.md, your notes')).toEqual([]);
    fc.assert(
      fc.property(fc.array(fc.constantFrom('notes/plan.md', ' ', 'x', '.', 'notes')), (parts) => {
        const text = parts.join('');
        expect(
          inWords(text)
            .map((stretch) => stretch.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });

  it('in a workspace document every relative link resolves against the document’s folder', () => {
    expect(createFileLinks('notes/plan.md').ofLink('todo.md')).toBe('notes/todo.md');
    expect(createFileLinks('notes/plan.md').ofLink('#here')).toBeNull();
  });
});
