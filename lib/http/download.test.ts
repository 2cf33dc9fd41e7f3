import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDisposition, toDownload } from './download';

describe('a download in pieces', () => {
  const open = (onTake: (piece: number) => void, onEnd: () => void) => {
    async function* pieces() {
      try {
        for (let piece = 0; piece < 1_000; piece += 1) {
          onTake(piece);
          yield `${piece}\n`;
        }
      } finally {
        onEnd();
      }
    }
    return toDownload({ text: pieces(), type: 'text/plain', fileName: 'a.txt' });
  };

  it('makes a piece when its reader takes it, and ends when the reader leaves', async () => {
    const taken: number[] = [];
    let isEnded = false;
    const download = open(
      (piece) => taken.push(piece),
      () => {
        isEnded = true;
      },
    );
    const reader = download.body?.getReader();
    expect(taken).toEqual([]);
    await reader?.read();
    await reader?.read();
    expect(taken).toEqual([0, 1]);
    await reader?.cancel();
    expect([taken, isEnded]).toEqual([[0, 1], true]);
  });

  it('breaks when a piece cannot be made', async () => {
    const download = open(
      (piece) => {
        if (piece === 2) throw new Error('The database is gone');
      },
      () => {},
    );
    await expect(download.text()).rejects.toThrow('The database is gone');
  });
});

describe('the name of a download', () => {
  it('is exact, and in ASCII for old clients', () => {
    expect(toDisposition('Käse 東.md', 'attachment')).toBe(
      `attachment; filename="Kase _.md"; filename*=UTF-8''K%C3%A4se%20%E6%9D%B1.md`,
    );
  });

  it('is one header line in ASCII, whatever the file is called, and can be read back', () => {
    const uses = fc.constantFrom('inline' as const, 'attachment' as const);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), uses, (name, use) => {
        const header = toDisposition(name, use);
        expect(header).toMatch(
          /^(?:inline|attachment); filename="[\w .()-]*"; filename\*=UTF-8''[\w%.!~-]*$/,
        );
        expect(header.startsWith(use)).toBe(true);
        const exact = decodeURIComponent(/''(.*)$/.exec(header)?.[1] ?? '');
        expect(exact).toBe(name.replace(/\p{C}/gu, '_'));
      }),
    );
  });
});
