import { structuredPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DiffPresentation } from '../../domain/presentation';
import { toFileDiff } from './file-diff';

describe('the difference of two texts', () => {
  it('its hunks make the new text of the old one, with any line ends and without a last one', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(applyHunks(before, toFileDiff('a', before, after))).toBe(after);
      }),
      { numRuns: 1_000 },
    );
  });

  it('small texts: no diff has fewer changed lines', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = toFileDiff('a', before, after);
        const oracle = structuredPatch('', '', before, after).hunks.flatMap(({ lines }) => lines);
        const isChange = (line: string) => line.startsWith('+') || line.startsWith('-');
        expect(diff.addedLines + diff.removedLines).toBe(oracle.filter(isChange).length);
        expect(diff.isApproximate).toBeUndefined();
      }),
      { numRuns: 1_000 },
    );
  });

  it('its counts are those of its lines, and equal texts have no hunk', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { hunks, addedLines, removedLines } = toFileDiff('a', before, after);
        const lines = hunks.flatMap((hunk) => hunk.lines);
        expect(addedLines).toBe(lines.filter((line) => line.startsWith('+')).length);
        expect(removedLines).toBe(lines.filter((line) => line.startsWith('-')).length);
        expect(hunks.length === 0).toBe(before === after);
      }),
    );
  });

  it('hunks have three lines of context and do not touch', () => {
    const before = lines(30, (index) => `${index}`);
    const after = before.replace('5\n', 'five\n').replace('12\n', 'twelve\n').replace('20\n', 'twenty\n');
    expect(toFileDiff('a', before, after).hunks).toMatchObject([
      { oldStart: 3, oldLines: 14, newStart: 3, newLines: 14 },
      { oldStart: 18, oldLines: 7, newStart: 18, newLines: 7 },
    ]);
  });

  it('714 changed lines of 5,000 are 714 changed lines', () => {
    const before = lines(5_000, (index) => `line ${index} of the text`);
    const after = lines(5_000, (index) => `line ${index} of the ${index % 7 === 3 ? 'new ' : ''}text`);
    expect(toFileDiff('a', before, after)).toMatchObject({ addedLines: 714, removedLines: 714 });
  });

  it('100,000 lines, many of them alike: a few thousand changes are found, hardly a line more', () => {
    const random = seeded(7);
    const before = Array.from({ length: 100_000 }, (_, index) =>
      random() < 0.4 ? ['', '  }', '  return;'][index % 3] : `  value ${Math.floor(random() * 30_000)}`,
    );
    let edits = 0;
    const after = before.flatMap((line) => {
      const dice = random();
      if (dice > 0.03) return [line];
      edits += dice < 0.01 ? 2 : 1;
      return dice < 0.01 ? [`${line} changed`] : dice < 0.02 ? [line, '  }'] : [];
    });
    const diff = toFileDiff('a', join(before), join(after));
    expect(applyHunks(join(before), diff)).toBe(join(after));
    expect(diff.addedLines + diff.removedLines).toBeLessThan(edits * 1.1);
  });

  it('a part that is too costly changes nothing outside it: head, tail and unique lines stay', () => {
    const random = seeded(3);
    const noise = (count: number) => lines(count, () => `noise ${Math.floor(random() * 4)}`);
    const around = (name: string) => lines(2_000, (index) => `${name} ${index}`);
    const before = around('head') + noise(30_000) + around('middle') + noise(30_000) + around('tail');
    const after = around('head') + noise(30_000) + around('middle') + noise(30_000) + around('tail');
    const diff = toFileDiff('a', before, after);
    expect(diff.isApproximate).toBe(true);
    expect(applyHunks(before, diff)).toBe(after);
    const changed = diff.hunks.flatMap((hunk) => hunk.lines).filter((line) => !line.startsWith(' '));
    expect(changed.filter((line) => !line.slice(1).startsWith('noise'))).toEqual([]);
    expect(diff.addedLines).toBeLessThan(60_000);
  });

  it('the same texts give the same diff at any speed', () => {
    const random = seeded(11);
    const [before, after] = [1, 2].map(() => lines(20_000, () => `${Math.floor(random() * 50)}`));
    expect(toFileDiff('a', before ?? '', after ?? '')).toEqual(toFileDiff('a', before ?? '', after ?? ''));
  });
});

/** There are few different lines, so that many repeat. */
const line = fc.constantFrom(
  '',
  'a',
  'b',
  'c',
  '}',
  'a\r',
  '\\ No newline at end of file',
  '-a',
  '+',
  '\u2028',
);
const text = fc
  .tuple(fc.array(line, { maxLength: 30 }), fc.constantFrom('', '\n', '\r\n'))
  .map(([list, end]) => (list.length === 0 ? '' : list.join('\n') + end));

function lines(count: number, toLine: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => `${toLine(index)}\n`).join('');
}

function join(list: readonly (string | undefined)[]): string {
  return list.map((entry) => `${entry}\n`).join('');
}

/** Follows the hunks exactly: every line that is kept or removed must be there, at its number. */
function applyHunks(before: string, { hunks }: DiffPresentation): string {
  const old = before.split(/(?<=\n)/);
  if (old.at(-1) === '') old.pop();
  const made: string[] = [];
  let at = 0;
  for (const hunk of hunks) {
    made.push(...old.slice(at, hunk.oldStart - 1));
    at = hunk.oldStart - 1;
    expect(made.length).toBe(hunk.newStart - 1);
    const [fromOld, fromNew] = [at, made.length];
    for (const [index, entry] of hunk.lines.entries()) {
      if (entry.startsWith('\\')) continue;
      const isLast = hunk.lines[index + 1]?.startsWith('\\') ?? false;
      const content = entry.slice(1) + (isLast ? '' : '\n');
      if (!entry.startsWith('+')) expect(old[at++]).toBe(content);
      if (!entry.startsWith('-')) made.push(content);
    }
    expect([at - fromOld, made.length - fromNew]).toEqual([hunk.oldLines, hunk.newLines]);
  }
  for (const rest of old.slice(at)) made.push(rest);
  return made.join('');
}

/** Returns numbers from 0 to 1, the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
