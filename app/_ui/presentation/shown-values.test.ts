import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PresentationView } from '@/lib/contracts/presentation';
import { nameInTwoForms } from '@/lib/shared/testing/unicode-forms';
import { isShownAbove } from './shown-values';

type Diff = Extract<PresentationView, { kind: 'diff' }>;

const diff = (change: Diff['change'], lines: string[]): Diff => ({
  kind: 'diff',
  path: 'notes/a.md',
  change,
  addedLines: 2,
  removedLines: 0,
  hunks: [{ oldStart: 0, oldLines: 0, newStart: 1, newLines: 2, lines }],
});
const noNewline = '\\ No newline at end of file';
const isShown = (name: string, value: string, ...shown: PresentationView[]) =>
  isShownAbove({ name, value }, shown);

describe('a value counts as shown', () => {
  it('by the diff that creates a file from it', () => {
    const created = diff('create', ['+one', '+two']);
    expect(isShown('content', 'one\ntwo\n', created)).toBe(true);
    expect(isShown('content', 'one\ntwo', created)).toBe(false);
    expect(isShown('content', 'one\ntwo', diff('create', ['+one', '+two', noNewline]))).toBe(true);
    expect(isShown('path', 'notes/a.md', created)).toBe(true);
    expect(isShown('content', '', diff('create', []))).toBe(false);
  });

  it('when it is a path that is drawn in another Unicode form', () => {
    fc.assert(
      fc.property(nameInTwoForms, ([onDisk, asked]) => {
        const drawn = { ...diff('modify', [' one', '+two']), path: onDisk };
        expect(isShown('path', asked, drawn)).toBe(true);
        expect(isShown('path', `${asked}x`, drawn)).toBe(false);
        const move: PresentationView = { kind: 'move', from: onDisk, to: 'b.md' };
        expect(isShown('from', asked, move)).toBe(true);
        expect(isShown('to', asked, move)).toBe(false);
        const command: PresentationView = { kind: 'command', command: onDisk, folder: '.' };
        expect(isShown('command', asked, command)).toBe(false);
      }),
    );
  });

  it('in the field of its own name, and in no other one', () => {
    const shown: PresentationView[] = [
      { kind: 'command', command: 'npm test', folder: 'app' },
      { kind: 'move', from: 'a.md', to: 'b.md' },
      { kind: 'request', method: 'POST', url: 'http://a/b', headers: [], body: 'x' },
      diff('create', ['+true', '+two']),
    ];
    const named = { command: 'npm test', folder: 'app', from: 'a.md', to: 'b.md', method: 'POST' };
    for (const [name, value] of Object.entries({ ...named, url: 'http://a/b', body: 'x' })) {
      expect([name, isShown(name, value, ...shown)]).toEqual([name, true]);
      expect([name, isShown(name, `${value}x`, ...shown)]).toEqual([name, false]);
      for (const other of ['overwrite', 'reason', 'title', 'kind', 'constructor', '__proto__'])
        expect([other, isShown(other, value, ...shown)]).toEqual([other, false]);
    }
    expect(isShown('from', 'b.md', ...shown)).toBe(false);
    expect(isShown('folder', 'npm test', ...shown)).toBe(false);
    expect(isShown('overwrite', 'true', ...shown)).toBe(false);
    expect(isShown('content', 'x', ...shown)).toBe(false);
  });

  it('as headers, when they are exactly those of the request', () => {
    const headers = [
      { name: 'Accept', value: 'text/html' },
      { name: 'X-Count', value: '1' },
    ];
    const request: PresentationView = {
      kind: 'request',
      method: 'GET',
      url: 'http://a/',
      headers,
      body: null,
    };
    const written = (value: unknown) => JSON.stringify(value, null, 2);
    expect(isShown('headers', written({ Accept: 'text/html', 'X-Count': '1' }), request)).toBe(true);
    for (const other of [{}, { Accept: 'text/html' }, { Accept: 'text/html', 'X-Count': 1 }])
      expect(isShown('headers', written(other), request)).toBe(false);
    expect(isShown('headers', '{}', { ...request, headers: [] })).toBe(false);
  });

  it('not as a part of another text', () => {
    const changed = diff('modify', [' keep', '-the old words', '+the new words', ' }']);
    for (const value of ['e', 'old', 'the old', 'old words', 'the new words', 'keep', '}'])
      expect([value, isShown('old_text', value, changed)]).toEqual([value, false]);
    for (const value of ['new', 'the old words', 'keep', '}'])
      expect([value, isShown('new_text', value, changed)]).toEqual([value, false]);
    expect(isShown('command', 'npm', { kind: 'command', command: 'npm test', folder: '.' })).toBe(false);
  });
});

const line = fc.stringMatching(/^[a-z]{3,8}$/);
const lines = fc.array(line, { minLength: 1, maxLength: 6 });

/**
 * Builds a change that replaces the lines between `head` and `tail`, with up to three lines of context on
 * each side.
 */
function replaceIn(head: string[], before: string[], after: string[], tail: string[]): Diff {
  const start = Math.max(0, head.length - 3);
  const context = head.length - start + Math.min(3, tail.length);
  const hunk = [
    ...head.slice(start).map((text) => ` ${text}`),
    ...before.map((text) => `-${text}`),
    ...after.map((text) => `+${text}`),
    ...tail.slice(0, 3).map((text) => ` ${text}`),
  ];
  const [oldLines, newLines] = [context + before.length, context + after.length];
  return {
    ...diff('modify', []),
    hunks: [{ oldStart: start + 1, oldLines, newStart: start + 1, newLines, lines: hunk }],
  };
}

describe('a change shows', () => {
  it('the complete lines that are replaced and those in their place, with lines around them', () => {
    fc.assert(
      fc.property(lines, lines, lines, lines, fc.boolean(), (head, before, after, tail, hasEnd) => {
        const change = replaceIn(head, before, after, tail);
        const around = (middle: string[]) =>
          [...head.slice(-1), ...middle, ...tail.slice(0, 1), ...(hasEnd ? [''] : [])].join('\n');
        expect(isShown('old_text', before.join('\n'), change)).toBe(true);
        expect(isShown('old_text', around(before), change)).toBe(true);
        expect(isShown('new_text', around(after), change)).toBe(true);
        expect(isShown('content', [...head, ...after, ...tail, ''].join('\n'), change)).toBe(true);
        expect(isShown('old_text', around(['ZZ', ...before]), change)).toBe(false);
      }),
    );
  });

  it('not a text that is elsewhere in the file, and nothing when no line is shown', () => {
    const change = replaceIn(['one'], ['two'], ['three'], ['four']);
    expect(isShown('content', 'one\nfive\nfour', change)).toBe(false);
    expect(isShown('new_text', 'two', change)).toBe(false);
    expect(isShown('content', 'one', { ...change, hunks: [] })).toBe(false);
    expect(isShown('new_text', '', change)).toBe(false);
  });
});
