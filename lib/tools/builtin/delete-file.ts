import { z } from 'zod';
import type { Presentation } from '../../domain/presentation';
import { countOf, formatBytes } from '../../shared/quantities';
import { defineTool } from '../define-tool';
import { assessChange } from '../file-assessments';
import { diffFiles } from '../preview/diff-files';
import { toFileFacts } from '../preview/file-presentation';
import { decodeText } from '../text/decode-text';
import { shownPath } from '../text/headline-parts';
import { obstructed } from '../tool-failure';
import type { Workers } from '../workers/workers';
import { deleteInside } from '../workspace/delete-entry';
import { findChangedPath } from '../workspace/find-changed-path';
import { findSimilar } from '../workspace/find-similar';
import { readTarget, type Target } from '../workspace/target';
import { hasTwin } from '../workspace/twins';
import type { Workspace } from '../workspace/workspace';
import { formatPath, parseWorkspacePath, splitPath } from '../workspace/workspace-path';

/** A person sees only the name and size of a larger file. */
const maxShownBytes = 1_000_000;

export const createDeleteFileTool = (workspace: Workspace, workers: Workers) =>
  defineTool({
    name: 'delete_file',
    description: 'Deletes one file or one empty folder for good.',
    example: { path: 'notes/old.md' },
    parameters: z.strictObject({
      path: z.string().min(1).describe('File or empty folder.'),
    }),
    effect: 'changes',
    capability: 'Delete files',
    act: (preview) => (preview.some(({ kind }) => kind === 'entries') ? 'Delete folder' : 'Delete file'),
    isIdempotent: false,
    async look({ path }) {
      const parsed = parseWorkspacePath(path);
      splitPath(parsed);
      const target = await readTarget(workspace, parsed);
      const shown = formatPath(target.path);
      if (target.kind === 'absent') {
        const hint = await findSimilar(workspace, parsed);
        const obstacle = target.obstacle ?? ({ kind: 'missing', path: shown, hint } as const);
        throw obstructed('not_found', `There is no ${shown}.${hint}`, obstacle);
      }
      if (target.kind === 'folder' && target.entryCount > 0) {
        const count = countOf(target.entryCount, 'entry', 'entries');
        throw obstructed(
          'invalid_target',
          `The folder ${shown} is not empty (${count}). Delete its contents first.`,
          { kind: 'not_empty', path: shown, entryCount: target.entryCount },
        );
      }
      return {
        facts: {
          size: target.kind === 'file' ? target.size : null,
          hasTwin: await hasTwin(workspace, target.path),
        },
        preview: await previewDelete(workers, shown, target),
        targetFingerprint: target.fingerprint,
      };
    },
    findChangedTarget: ({ path }, fingerprint) => findChangedPath(workspace, [path], fingerprint),
    assess: ({ path }, facts) =>
      assessChange([path], {
        risk: 'high',
        reason: `Permanently deletes the ${facts?.size === null ? 'folder' : 'file'}.`,
        hasTwin: facts?.hasTwin,
      }),
    headline({ path }, facts) {
      if (facts === null) return `Delete ${shownPath(path)}`;
      return facts.size === null
        ? `Delete the empty folder ${shownPath(path)}`
        : `Delete ${shownPath(path)} (${formatBytes(facts.size)})`;
    },
    paths: ({ path }) => [{ path, how: 'deleted' }],
    async run({ path }, { targetFingerprint }) {
      const parsed = parseWorkspacePath(path);
      const shown = formatPath(parsed);
      await deleteInside(workspace, parsed, targetFingerprint);
      return {
        summary: 'deleted',
        modelText: `Deleted ${shown}.`,
        detail: { kind: 'text', title: 'Deleted', text: shown, language: null },
      };
    },
  });

async function previewDelete(workers: Workers, shown: string, target: Target): Promise<Presentation[]> {
  if (target.kind !== 'file')
    return [{ kind: 'entries', title: 'Empty folder', entries: [{ name: `${shown}/`, detail: '' }] }];
  const { bytes, size } = target;
  const text = bytes === null || size > maxShownBytes ? null : decodeText(bytes);
  return [text === null ? toFileFacts(shown, size) : await diffFiles(workers, shown, text, null)];
}
