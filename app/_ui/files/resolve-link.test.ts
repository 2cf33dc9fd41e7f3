import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileAddress } from './file-address';
import { resolveLink } from './resolve-link';

describe('a link in a document', () => {
  it('leads to a path relative to the document, or nowhere', () => {
    const cases: [string, string | null][] = [
      ['todo.md', 'notes/todo.md'],
      ['./todo.md#today', 'notes/todo.md'],
      ['../README.md', 'README.md'],
      ['deep/a%20b.md?x', 'notes/deep/a b.md'],
      ['100%.md', 'notes/100%.md'],
      ['../../outside', null],
      ['https://example.com/a.md', null],
      ['mailto:a@example.com', null],
      ['javascript:alert(1)', null],
      ['/etc/passwd', null],
      ['//host/a', null],
      ['#here', null],
    ];
    for (const [href, path] of cases) expect(resolveLink(href, 'notes/plan.md'), href).toBe(path);
  });

  it('never leaves the workspace', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('..', '.', 'a', '%2e%2e', ''), { maxLength: 8 }), (parts) => {
        const path = resolveLink(parts.join('/'), 'x/y.md');
        if (path !== null) expect(path.split('/')).not.toContain('..');
      }),
    );
  });
});

describe('the address of a file', () => {
  it('returns any path and line unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.nat(), (path, line) => {
        const url = new URL(fileAddress(path, line), 'http://localhost');
        expect([url.pathname, url.searchParams.get('path'), url.searchParams.get('line')]).toEqual([
          '/files',
          path.toWellFormed(),
          String(line),
        ]);
      }),
    );
  });
});
