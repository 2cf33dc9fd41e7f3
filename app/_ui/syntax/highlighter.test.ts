import { describe, expect, it } from 'vitest';
import { createHighlighter } from './highlighter';
import { languageOf, languageOfType } from './language-of';
import { rangesByLine } from './ranges-by-line';

const findRanges = await createHighlighter();

const rolesOf = (language: string, text: string) =>
  findRanges(language, text).map(({ from, to, role }) => [text.slice(from, to), role]);

describe('colors of code', () => {
  it('are found by language', () => {
    expect(rolesOf('typescript', 'const a = "b"; // c')).toEqual([
      ['const', 'keyword'],
      ['"b"', 'string'],
      ['// c', 'comment'],
    ]);
  });

  it('are absent for an unknown language', () => {
    expect(findRanges('no-such-language', 'const a = 1')).toEqual([]);
    expect(findRanges('', 'const a = 1')).toEqual([]);
  });

  it('are absent for text that would take too long', () => {
    expect(findRanges('typescript', 'const a = 1;\n'.repeat(20_000))).toEqual([]);
  });

  it('take the innermost role; code inside of a string is code', () => {
    expect(rolesOf('typescript', '`a ${b + 1} c`')).toEqual([
      ['`a ', 'string'],
      ['1', 'number'],
      [' c`', 'string'],
    ]);
  });

  it('continue across line ends', () => {
    const lines = ['a /* one', 'two', 'three */ 1'];
    expect(rangesByLine(lines, findRanges('typescript', lines.join('\n')))).toEqual([
      [{ from: 2, to: 8, role: 'comment' }],
      [{ from: 0, to: 3, role: 'comment' }],
      [
        { from: 0, to: 8, role: 'comment' },
        { from: 9, to: 10, role: 'number' },
      ],
    ]);
  });

  it('never overlap and never leave the text, for any text', () => {
    for (const text of ['', '\n', 'const', '"', '/*', '<a b="', '\u202Econst', '# a\n```ts\nlet\n```']) {
      for (const language of ['typescript', 'markdown', 'html', 'yaml', 'bash']) {
        let end = 0;
        for (const range of findRanges(language, text)) {
          expect(range.from).toBeGreaterThanOrEqual(end);
          expect(range.to).toBeGreaterThan(range.from);
          end = range.to;
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }
    }
  });
});

describe('the language of a file', () => {
  it.each([
    ['src/a.ts', 'ts'],
    ['A.TSX', 'tsx'],
    ['page.mdx', 'markdown'],
    ['Makefile', 'makefile'],
    ['src/Makefile', 'makefile'],
    ['.env', 'ini'],
    ['include/a.h', 'c'],
    ['src/a.cpp', 'c'],
    ['code.c++', 'c'],
    ['code.typescript', 'typescript'],
    ['LICENSE', ''],
    ['notes.txt', ''],
    ['code.text', ''],
    ['a.constructor', 'constructor'],
    ['', ''],
  ])('%s: %s', (path, language) => {
    expect(languageOf(path)).toBe(language);
  });

  it('covers the common ones', () => {
    for (const name of ['a.ts', 'a.jsx', 'a.py', 'a.html', 'a.yml', 'a.toml', 'a.sh', 'a.md', 'a.rs']) {
      expect(findRanges(languageOf(name), '# "a" <b>1</b>').length, name).toBeGreaterThan(0);
    }
  });
});

it('the headers of a body name its language', () => {
  const of = (value: string) => languageOfType([{ name: 'Content-Type', value }]);
  expect(of('application/json; charset=utf-8')).toBe('json');
  expect(of('application/vnd.api+json')).toBe('json');
  expect(of('text/html')).toBe('html');
  expect(of('text/plain')).toBe('');
  expect(languageOfType([])).toBe('');
});
