import { realpath } from 'node:fs/promises';
import { AppError } from '../../shared/app-error';
import { ToolFailure } from '../tool-failure';
import { deleteInside } from './delete-entry';
import { lookAt, planSampleReset } from './plan-sample-reset';
import type { KeptFile, SampleFiles } from './sample-files.port';
import { readSampleRecord, type SampleRecord, type SampleStep, writeSampleRecord } from './sample-record';
import { fingerprintOf } from './target';
import type { Workspace } from './workspace';
import { formatPath } from './workspace-path';
import { writeFileInside } from './write-file-inside';

const notOffered = 'This workspace was not created with sample files, so there is nothing to reset.';
const nothingToUndo = 'There is no reset to undo.';

/** Remembers in `folder`, outside the workspace, that this workspace was created with sample files. */
export async function rememberSamples(folder: string, directory: string): Promise<void> {
  await writeSampleRecord(folder, { workspace: await realpath(directory), undo: null });
}

/** `rememberSamples` keeps its record in `folder`. Changes run one after the other. */
export function createSampleFiles(workspace: Workspace, folder: string): SampleFiles {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
  const readOwn = async (): Promise<SampleRecord | null> => {
    const record = await readSampleRecord(folder);
    const root = await realpath(workspace.place.directory).catch(() => null);
    return record !== null && record.workspace === root ? record : null;
  };

  return {
    async look() {
      const record = await readOwn();
      if (record === null) return { isOffered: false, changes: [], undo: null };
      const { steps, moved } = await planSampleReset(workspace);
      const changes = steps.flatMap(({ path, before, after }) => {
        const shown = formatPath(path);
        const kind = before === null ? ('missing' as const) : ('changed' as const);
        return after === null ? [] : [{ path: shown, kind, movedTo: moved.get(shown) ?? null }];
      });
      const { undo } = record;
      const paths = undo?.steps.map(({ path }) => formatPath(path)) ?? [];
      return { isOffered: true, changes, undo: undo && { at: undo.at, paths } };
    },

    reset: (begin) =>
      inTurn(async () => {
        const record = await readOwn();
        if (record === null) throw new AppError('not_found', notOffered);
        await begin?.();
        const { steps, kept } = await planSampleReset(workspace);
        if (steps.length === 0) return kept;
        const undo = { at: new Date().toISOString(), steps };
        // The record is on disk before the first change: after a crash, Undo still has everything that was
        // there.
        await writeSampleRecord(folder, { ...record, undo });
        const done = await applyEach(workspace, steps);
        await writeSampleRecord(folder, { ...record, undo: { ...undo, steps: done.changed } });
        return [...kept, ...done.kept];
      }),

    undo: (begin) =>
      inTurn(async () => {
        const record = await readOwn();
        if (!record?.undo) throw new AppError('not_found', nothingToUndo);
        await begin?.();
        const back = record.undo.steps.map(({ path, before, after }) => ({
          path,
          before: after,
          after: before,
        }));
        // Writing comes before removing here, too.
        const ordered = [
          ...back.filter(({ after }) => after !== null),
          ...back.filter(({ after }) => after === null),
        ];
        const { kept } = await applyEach(workspace, ordered);
        const left = record.undo.steps.filter(({ path }) =>
          kept.some((file) => file.path === formatPath(path)),
        );
        const undo = left.length === 0 ? null : { ...record.undo, steps: left };
        await writeSampleRecord(folder, { ...record, undo });
        return kept;
      }),
  };
}

/**
 * Takes each file from `before` to `after`. A file that is in neither state, or that cannot be changed, stays
 * as it is.
 */
async function applyEach(
  workspace: Workspace,
  steps: readonly SampleStep[],
): Promise<{ changed: SampleStep[]; kept: KeptFile[] }> {
  const changed: SampleStep[] = [];
  const kept: KeptFile[] = [];
  for (const step of steps) {
    const reason = await apply(workspace, step);
    if (reason === null) changed.push(step);
    else kept.push({ path: formatPath(step.path), reason });
  }
  return { changed, kept };
}

const changedMeanwhile = 'It has changed in the meantime, so it stays as it is.';

async function apply(workspace: Workspace, { path, before, after }: SampleStep): Promise<string | null> {
  const target = await lookAt(workspace, path);
  if ('reason' in target) return target.reason;
  if (target.fingerprint === toFingerprint(after)) return null;
  if (target.fingerprint !== toFingerprint(before)) return changedMeanwhile;
  try {
    if (after === null) await deleteInside(workspace, path, target.fingerprint);
    else await writeFileInside(workspace, path, Buffer.from(after, 'base64'), target.fingerprint);
    return null;
  } catch (error) {
    if (error instanceof ToolFailure)
      return error.code === 'target_changed' ? changedMeanwhile : error.message;
    throw error;
  }
}

function toFingerprint(content: string | null): string {
  return content === null ? 'absent' : fingerprintOf(Buffer.from(content, 'base64'));
}
