import { structuredPatch } from 'diff';
import type { DiffPresentation } from '../../domain/presentation';

type Hunk = DiffPresentation['hunks'][number];

/** Beyond this many changed lines a diff is not searched for any more: all of the old goes, all of the new comes. */
const maxEditLength = 20_000;
const diffTimeoutMs = 200;

/** A file's text before and after; null means that there is no file. The hunks are complete. */
export function toFileDiff(path: string, before: string | null, after: string | null): DiffPresentation {
  const hunks = findHunks(before ?? '', after ?? '');
  const count = (sign: string) =>
    hunks.reduce((sum, hunk) => sum + hunk.lines.filter((line) => line.startsWith(sign)).length, 0);
  return {
    kind: 'diff',
    path,
    change: before === null ? 'create' : after === null ? 'delete' : 'modify',
    addedLines: count('+'),
    removedLines: count('-'),
    hunks,
  };
}

/** A missing last line break is part of a change: it stays as the line `\ No newline at end of file`. */
function findHunks(before: string, after: string): Hunk[] {
  const options = { context: 3, maxEditLength, timeout: diffTimeoutMs };
  const patch = structuredPatch('', '', before, after, undefined, undefined, options);
  return patch?.hunks ?? replaceAll(before, after);
}

function replaceAll(before: string, after: string): Hunk[] {
  const [removed, added] = [toLines(before), toLines(after)];
  return [
    {
      oldStart: Math.min(1, removed.length),
      oldLines: removed.length,
      newStart: Math.min(1, added.length),
      newLines: added.length,
      lines: [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)],
    },
  ];
}

function toLines(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
