import { z } from 'zod';
import { countOf } from '../../shared/quantities';
import { defineTool } from '../define-tool';
import { assessChange } from '../file-assessments';
import { diffFiles } from '../preview/diff-files';
import { shownPath } from '../text/headline-parts';
import { replaceInFile } from '../text/replace-in-file';
import type { Workers } from '../workers/workers';
import { findChangedPath } from '../workspace/find-changed-path';
import { loadText } from '../workspace/text-file';
import { hasTwin } from '../workspace/twins';
import type { Workspace } from '../workspace/workspace';
import { formatPath, parseWorkspacePath } from '../workspace/workspace-path';
import { requireState, requireWritable, writeFileInside } from '../workspace/write-file-inside';

type Edit = { path: string; old_text: string; new_text: string; replace_all: boolean };

const emptyOldText =
  'send the exact text of the file to replace; to add text, send a line that is there, and as new_text that line with the addition';

export const createEditFileTool = (workspace: Workspace, workers: Workers) =>
  defineTool({
    name: 'edit_file',
    description:
      'Replaces a text in a file. The file must contain old_text exactly, including spaces and line breaks, and exactly ' +
      'once unless replace_all is true. Read the file first; leave line numbers out.',
    example: { path: 'notes/plan.md', old_text: '- Call "Mara"\n', new_text: '- Call "Ben"\n' },
    parameters: z.strictObject({
      path: z.string().min(1).describe('File to change.'),
      old_text: z
        .string()
        .min(1, emptyOldText)
        .describe('Text to replace, with enough context to be unique.')
        .meta({ title: 'Text to replace' }),
      new_text: z.string().describe('Text in its place; empty to remove it.').meta({ title: 'New text' }),
      replace_all: z
        .boolean()
        .default(false)
        .describe('Replace every occurrence.')
        .meta({ title: 'Replace all matches' }),
    }),
    effect: 'changes',
    capability: 'Edit files',
    act: 'Edit file',
    // The file alone does not show whether the edit was already applied.
    isIdempotent: false,
    async look(edit) {
      const { file, before, after, shown } = await applyEdit(edit, workspace, workers);
      requireWritable(file, shown);
      const diff = await diffFiles(workers, shown, before, after);
      const facts = { diff, hasTwin: await hasTwin(workspace, file.path) };
      return { facts, preview: [diff], targetFingerprint: file.fingerprint };
    },
    findChangedTarget: ({ path }, fingerprint) => findChangedPath(workspace, [path], fingerprint),
    assess: ({ path }, facts) =>
      assessChange([path], {
        risk: 'medium',
        reason: 'Changes an existing file.',
        hasTwin: facts?.hasTwin,
      }),
    headline({ path }, facts) {
      const shown = shownPath(path);
      if (facts === null) return `Change ${shown}`;
      const { addedLines, removedLines } = facts.diff;
      if (removedLines === 0) return `Add ${countOf(addedLines, 'line')} to ${shown}`;
      if (addedLines === 0) return `Remove ${countOf(removedLines, 'line')} from ${shown}`;
      return `Replace ${countOf(removedLines, 'line')} in ${shown}`;
    },
    paths: ({ path }) => [{ path, how: 'written' }],
    async run(edit, { targetFingerprint, signal }) {
      const parsed = parseWorkspacePath(edit.path);
      const loaded = (await loadText(workspace, parsed)).file;
      requireState(loaded, targetFingerprint, formatPath(loaded.path));
      const { file, before, after, shown, count } = await applyEdit(edit, workspace, workers, signal);
      // The comparison comes first, because it may fail.
      const detail = await diffFiles(workers, shown, before, after, signal);
      await writeFileInside(workspace, parsed, Buffer.from(after), targetFingerprint ?? file.fingerprint);
      return {
        summary: `+${detail.addedLines} −${detail.removedLines}`,
        modelText: `Changed ${shown}: replaced ${countOf(count, 'occurrence')}.`,
        detail,
      };
    },
  });

async function applyEdit(
  { path, old_text, new_text, replace_all }: Edit,
  workspace: Workspace,
  workers: Workers,
  signal?: AbortSignal,
) {
  const { file, text } = await loadText(workspace, parseWorkspacePath(path));
  const shown = formatPath(file.path);
  const replacement = { oldText: old_text, newText: new_text, replacesAll: replace_all };
  const { text: after, count } = await replaceInFile(workers, shown, text, replacement, signal);
  return { file, before: text, after, shown, count };
}
