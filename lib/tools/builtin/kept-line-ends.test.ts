import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectSuccess, openToolbox } from '../../../tests/open-toolbox';

let box: Awaited<ReturnType<typeof openToolbox>>;
beforeEach(async () => {
  box = await openToolbox();
});
afterEach(async () => {
  expect(box.unexpected).toEqual([]);
  await box.close();
});

const mark = fc.constantFrom('', '\ufeff');
const end = fc.constantFrom('\n', '\r\n', '\r');
const words = fc.array(fc.stringMatching(/^[a-c ]{0,3}$/), { minLength: 1, maxLength: 6 });
const overwrite = (content: string) => ({ path: 'a.txt', content, overwrite: true });

async function write(content: string): Promise<string> {
  const { targetFingerprint } = await box.prepare('write_file', overwrite(content));
  expectSuccess(await box.execute('write_file', overwrite(content), targetFingerprint));
  // A server that crashed before it recorded the first run repeats it.
  const written = await readFile(box.at('a.txt'), 'utf8');
  expectSuccess(await box.execute('write_file', overwrite(content), targetFingerprint));
  expect(await readFile(box.at('a.txt'), 'utf8')).toBe(written);
  return written;
}

describe('overwriting with plain line feeds', () => {
  it('keeps the line ends and byte order mark of the file, also when it is repeated', async () => {
    await fc.assert(
      fc.asyncProperty(mark, end, words, words, async (bom, lineEnd, before, after) => {
        const all = (lines: string[], by: string) => [...lines, ''].join(by);
        fc.pre(all(before, '\n') !== all(after, '\n'));
        await box.put('a.txt', bom + all(before, lineEnd));
        expect(await write(all(after, '\n'))).toBe(bom + all(after, lineEnd));
      }),
    );
  });

  it.each(['\r\n', '\r', '\n'])('shows only the real change in a file with %j', async (lineEnd) => {
    await box.put('a.txt', `\ufeff${['one', 'two', 'three', ''].join(lineEnd)}`);
    const prepared = await box.prepare('write_file', overwrite('one\n2\nthree\n'));
    expect(prepared.preview).toMatchObject([{ addedLines: 1, removedLines: 1 }]);
    expect(JSON.stringify(prepared)).not.toContain('Changes the line ends');
  });

  it('keeps the line end of every line that stays in a file with several kinds', async () => {
    await box.put('a.txt', 'one\r\ntwo\nthree\r\nfour\rfive\r\n');
    expect(await write('one\ntwo\nnew\nthree\nfour\nfive\n')).toBe(
      'one\r\ntwo\nnew\r\nthree\r\nfour\rfive\r\n',
    );
  });

  it.each(['', '\ufeff'])(
    'keeps the line ends also when the new text begins with a mark (file: %j)',
    async (bom) => {
      await box.put('a.txt', `${bom}one\r\ntwo\r\n`);
      const { preview, verdict } = await box.prepare('write_file', overwrite('\ufeffone\n2\n'));
      expect(preview).toMatchObject([
        bom ? { addedLines: 1, removedLines: 1 } : { addedLines: 2, removedLines: 2 },
      ]);
      expect(JSON.stringify(verdict).includes('Adds a byte order mark.')).toBe(bom === '');
      expect(await write('\ufeffone\n2\n')).toBe('\ufeffone\r\n2\r\n');
    },
  );

  it('keeps carriage returns within lines, and the line ends around them', async () => {
    await fc.assert(
      fc.asyncProperty(
        mark,
        fc.constantFrom('\n', '\r\n'),
        words,
        words,
        async (bom, lineEnd, before, after) => {
          const all = (lines: string[], by: string) => ['10%\r20%', ...lines, 'x\ry\rz', ''].join(by);
          fc.pre(all(before, '\n') !== all(after, '\n'));
          await box.put('a.txt', bom + all(before, lineEnd));
          expect(await write(all(after, '\n'))).toBe(bom + all(after, lineEnd));
        },
      ),
    );
  });

  it.each([
    ['one', 'a\rb\r', 'a\rb\r'],
    ['one\rtwo\r', 'one\rb\nc\n', 'one\rb\rc\r'],
    ['one\r\ntwo\r\n', 'one\r2\r', 'one\r2\r'],
    ['one\r\ntwo', 'one\nx\r', 'one\r\nx\r'],
    ['a\rb\rc\n', 'a\rb\rc\nd\n', 'a\rb\rc\nd\n'],
  ])('a file with %j and the text %j becomes %j', async (before, content, after) => {
    await box.put('a.txt', before);
    expect(await write(content)).toBe(after);
  });
});

describe('a change of the line ends', () => {
  it('is made when it is all that changes, and one sentence says so', async () => {
    await fc.assert(
      fc.asyncProperty(mark, fc.constantFrom('\r\n', '\r'), words, async (bom, lineEnd, lines) => {
        await box.put('a.txt', bom + [...lines, ''].join(lineEnd));
        const plain = [...lines, ''].join('\n');
        const { verdict } = await box.prepare('write_file', overwrite(plain));
        const name = lineEnd === '\r' ? 'CR' : 'CRLF';
        expect(JSON.stringify(verdict)).toContain(`Changes the line ends from ${name} to LF`);
        if (bom) expect(JSON.stringify(verdict)).toContain('removes the byte order mark');
        expect(await write(plain)).toBe(plain);
      }),
    );
  });

  it('is made when the new text has carriage returns itself', async () => {
    await box.put('a.txt', 'one\ntwo\n');
    const { verdict } = await box.prepare('write_file', overwrite('one\r\n2\r\n'));
    expect(JSON.stringify(verdict)).toContain('Changes the line ends from LF to CRLF.');
    expect(await write('one\r\n2\r\n')).toBe('one\r\n2\r\n');
  });
});
