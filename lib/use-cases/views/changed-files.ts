import type { ChangedFile } from '../../contracts/runs';
import type { TouchedPath } from '../../domain/assessment';
import type { Presentation } from '../../domain/presentation';
import { isSameName } from '../../shared/name-forms';
import { countLines } from '../../shared/quantities';

export type ExecutedCall = {
  id: string;
  paths: readonly TouchedPath[];
  preview: readonly Presentation[];
  result: Presentation | null;
};

type Lines = { added: number | null; removed: number | null };

type Entry = Lines & {
  path: string;
  exists: boolean;
  /** Holds the path before the run. Null means that the file did not exist, undefined that nobody checked. */
  before: string | null | undefined;
  callIds: string[];
};

/**
 * Adds up the changes that executed calls made to files. All changes of one file are together, and files are
 * in the order in which each was first changed.
 */
export function sumChanges(calls: readonly ExecutedCall[]): ChangedFile[] {
  const entries: Entry[] = [];
  for (const call of calls) {
    const paths = call.paths.map(({ path, how }) => ({ path: findOnDisk(call, path), how }));
    const from = paths.find(({ how }) => how === 'moved_from')?.path;
    for (const { path, how } of paths) {
      if (how === 'written') change(entries, call, path, true);
      if (how === 'deleted') change(entries, call, path, false);
      if (how === 'moved_to' && from !== undefined) move(entries, call, from, path);
    }
  }
  return entries.map(toChangedFile);
}

/**
 * Returns the name on disk, which the preview or the result shows. A call may name the file in another
 * Unicode form.
 */
function findOnDisk({ preview, result }: ExecutedCall, path: string): string {
  const shown = [...preview, ...(result ? [result] : [])].flatMap((presentation) => {
    if (presentation.kind === 'move') return [presentation.from, presentation.to];
    return 'path' in presentation && presentation.path !== undefined ? [presentation.path] : [];
  });
  return shown.find((one) => isSameName(one, path)) ?? path;
}

function change(entries: Entry[], call: ExecutedCall, path: string, exists: boolean): void {
  const lines = linesOf(call, path);
  const known = entries.find((entry) => entry.path === path);
  if (!known) {
    entries.push({ ...lines, path, exists, before: placeBefore(call, path, exists), callIds: [call.id] });
    return;
  }
  known.exists = exists;
  known.added = sum(known.added, lines.added);
  known.removed = sum(known.removed, lines.removed);
  known.callIds.push(call.id);
}

function move(entries: Entry[], call: ExecutedCall, from: string, to: string): void {
  // A moved folder takes along what this run changed inside it.
  for (const entry of entries)
    if (entry.path.startsWith(`${from}/`)) entry.path = to + entry.path.slice(from.length);
  const known = entries.find((entry) => entry.path === from && entry.exists);
  if (known) {
    known.path = to;
    known.callIds.push(call.id);
  } else entries.push({ path: to, exists: true, before: from, added: 0, removed: 0, callIds: [call.id] });
}

function placeBefore(call: ExecutedCall, path: string, exists: boolean): string | null | undefined {
  const diff = diffOf(call, path);
  if (diff) return diff.change === 'create' ? null : path;
  return !exists || call.preview.length > 0 ? path : undefined;
}

function linesOf(call: ExecutedCall, path: string): Lines {
  const diff = diffOf(call, path);
  if (diff) return { added: diff.addedLines, removed: diff.removedLines };
  const isText = call.preview.length === 0 && call.result?.kind === 'text';
  return {
    added: isText && call.result?.kind === 'text' ? countLines(call.result.text) : null,
    removed: null,
  };
}

function diffOf({ preview, result }: ExecutedCall, path: string) {
  return [...preview, ...(result ? [result] : [])].find(
    (shown) => shown.kind === 'diff' && shown.path === path,
  ) as Extract<Presentation, { kind: 'diff' }> | undefined;
}

function toChangedFile({ path, exists, before, added, removed, callIds }: Entry): ChangedFile {
  const isMoved = exists && typeof before === 'string' && before !== path;
  return {
    path,
    change: kindOf(exists, before, isMoved),
    movedFrom: isMoved ? before : null,
    addedLines: added,
    removedLines: removed,
    callIds,
  };
}

function kindOf(exists: boolean, before: Entry['before'], isMoved: boolean): ChangedFile['change'] {
  if (!exists) return before === null ? 'temporary' : 'deleted';
  if (before === null) return 'created';
  if (before === undefined) return 'written';
  return isMoved ? 'moved' : 'changed';
}

function sum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}
