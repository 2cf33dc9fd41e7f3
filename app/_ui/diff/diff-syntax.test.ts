import { describe, expect, it, vi } from 'vitest';
import { createHighlighter } from '../syntax/highlighter';
import type { DiffLine } from './diff-rows';
import { createDiffSyntax } from './diff-syntax';

const findRanges = await createHighlighter();

const line = (kind: DiffLine['kind'], text: string): DiffLine => ({
  kind,
  oldNumber: null,
  newNumber: null,
  text,
});

describe('colors of a change', () => {
  it('come from the old text and from the new text', () => {
    const lines = [
      line('same', 'const a = `one'),
      line('removed', 'two`;'),
      line('added', 'three'),
      line('same', 'return`;'),
      line('note', 'No newline at end of file'),
    ];
    const colors = createDiffSyntax([lines], 'ts', findRanges);
    expect(
      lines.map((each) => colors(each).map(({ from, to, role }) => [each.text.slice(from, to), role])),
    ).toEqual([
      [
        ['const', 'keyword'],
        ['`one', 'string'],
      ],
      [['two`', 'string']],
      [['three', 'string']],
      [['return`', 'string']],
      [],
    ]);
  });

  it('are computed on demand, one stretch at a time', () => {
    const lines = Array.from({ length: 1_000 }, (_, index) => line('added', `const a${index} = 1;`));
    const find = vi.fn(findRanges);
    const colors = createDiffSyntax([lines], 'ts', find);
    expect(find).not.toHaveBeenCalled();
    const last = lines.at(-1) as DiffLine;
    expect(colors(last)[0]).toEqual({ from: 0, to: 5, role: 'keyword' });
    colors(lines[990] as DiffLine);
    expect(find.mock.calls.filter(([, text]) => text !== '')).toHaveLength(1);
  });
});
