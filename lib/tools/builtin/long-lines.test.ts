import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectFailure, expectSuccess, openToolbox } from '../../../tests/open-toolbox';

let box: Awaited<ReturnType<typeof openToolbox>>;
beforeEach(async () => {
  box = await openToolbox();
});
afterEach(async () => {
  expect(box.unexpected).toEqual([]);
  await box.close();
});

const cutNote = / \[… [\d,]+ more characters in this line: start_line (\d+), start_character (\d+)\]$/;

type Place = { start_line: number; start_character?: number; line_count?: number };

async function readPart(place: Place): Promise<string> {
  const { modelText } = expectSuccess(await box.execute('read_file', { path: 'a.txt', ...place }));
  expect(modelText.length).toBeLessThan(16_300);
  return modelText;
}

/** Follows the notes of every part, as a model does. */
async function readAll(): Promise<string[]> {
  const lines: string[] = [];
  for (let start = 1; start !== 0; ) {
    const text = await readPart({ start_line: start });
    for (const [, line = ''] of text.matchAll(/^\d+\t([^\n]*)$/gm)) lines.push(await complete(line));
    start = Number(/Go on with start_line (\d+)\.\]$/.exec(text)?.[1] ?? 0);
  }
  return lines;
}

async function complete(line: string): Promise<string> {
  const note = cutNote.exec(line);
  if (note === null) return line;
  const place = { start_line: Number(note[1]), start_character: Number(note[2]), line_count: 1 };
  const rest = /^\d+\t([^\n]*)$/m.exec(await readPart(place))?.[1] ?? '';
  return line.slice(0, note.index) + (await complete(rest));
}

describe('reading long lines', () => {
  it('gives every character of a file in parts that fit together', async () => {
    const piece = fc.constantFrom('x', '{"a":1},', '😀', 'é ', 'a\r');
    const line = fc
      .tuple(fc.constantFrom('', 'x'), piece, fc.nat(40_000))
      .map(([start, unit, length]) => `${start}${unit.repeat(Math.ceil(length / unit.length))}.`);
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 4 }), async (lines) => {
        await box.put('a.txt', `${lines.join('\n')}\n`);
        expect((await readAll()).join('\n') === lines.join('\n')).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('reaches the end of a line of megabytes', async () => {
    await box.put('a.txt', `${'x'.repeat(3_000_000)}end`);
    expect(await readPart({ start_line: 1, start_character: 3_000_001 })).toMatch(/\n1\tend$/);
  });

  it('goes on with the next lines after the rest of a line', async () => {
    await box.put('a.txt', `${'x'.repeat(2_500)}\ntwo\n`);
    expect(await readPart({ start_line: 1, start_character: 2_499 })).toMatch(/\n1\txx\n2\ttwo$/);
  });

  it('never begins with half a character', async () => {
    await box.put('a.txt', `${'😀'.repeat(3)}x\n`);
    for (const start_character of [3, 4])
      expect(await readPart({ start_line: 1, start_character })).toMatch(/\n1\t😀😀x$/u);
  });

  it('says how long a line is when the part begins after its end', async () => {
    await box.put('a.txt', 'one\ntwo\n');
    const call = { path: 'a.txt', start_line: 2, start_character: 4 };
    expect(expectFailure(await box.execute('read_file', call), 'invalid_target')).toBe(
      'Line 2 of a.txt has only 3 characters.',
    );
  });
});
