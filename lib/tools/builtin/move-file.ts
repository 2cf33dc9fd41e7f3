import { z } from 'zod';
import { defineTool } from '../define-tool';
import { assessChange } from '../file-assessments';
import { shownPath } from '../text/headline-parts';
import { obstructed, ToolFailure } from '../tool-failure';
import { findChangedPath } from '../workspace/find-changed-path';
import { findSimilar } from '../workspace/find-similar';
import { moveInside } from '../workspace/move-entry';
import { readTarget } from '../workspace/target';
import { hasTwin } from '../workspace/twins';
import type { Workspace } from '../workspace/workspace';
import { formatPath, parseWorkspacePath } from '../workspace/workspace-path';

export const createMoveFileTool = (workspace: Workspace) =>
  defineTool({
    name: 'move_file',
    description: 'Moves or renames a file or folder and creates missing folders. Never overwrites.',
    example: { from: 'notes/plan.md', to: 'archive/plan.md' },
    parameters: z.strictObject({
      from: z.string().min(1).describe('File or folder to move.'),
      to: z.string().min(1).describe('Its new path, with the name.'),
    }),
    effect: 'changes',
    capability: 'Move or rename files and folders',
    act: 'Move',
    isIdempotent: false,
    async look({ from, to }) {
      const [source, destination] = [parseWorkspacePath(from), parseWorkspacePath(to)];
      const target = await readTarget(workspace, source);
      const shownFrom = formatPath(target.path);
      if (target.kind === 'absent') {
        const hint = await findSimilar(workspace, source);
        const obstacle = target.obstacle ?? ({ kind: 'missing', path: shownFrom, hint } as const);
        throw obstructed('not_found', `There is no ${shownFrom}.${hint}`, obstacle);
      }
      const taken = await readTarget(workspace, destination);
      const shownTo = formatPath(taken.path);
      if (source.length === 0 || `${shownTo}/`.startsWith(`${shownFrom}/`)) {
        throw new ToolFailure(
          'invalid_target',
          `${shownFrom} cannot move to ${formatPath(destination)}: that is the same place or inside it.`,
        );
      }
      if (taken.kind === 'folder') {
        const inside = formatPath([...taken.path, target.path.at(-1) ?? '']);
        const message = `${shownTo} is a folder. To move into it, set "to" to ${inside}.`;
        throw obstructed('already_exists', message, { kind: 'taken', path: shownTo });
      }
      if (taken.kind === 'file') {
        const message = `${shownTo} exists. Use another name.`;
        throw obstructed('already_exists', message, { kind: 'taken', path: shownTo });
      }
      return {
        facts: {
          isFolder: target.kind === 'folder',
          hasTwin: (await hasTwin(workspace, target.path)) || (await hasTwin(workspace, taken.path)),
        },
        preview: [{ kind: 'move', from: shownFrom, to: shownTo }],
        targetFingerprint: target.fingerprint,
      };
    },
    findChangedTarget: ({ from, to }, fingerprint) => findChangedPath(workspace, [from, to], fingerprint),
    assess: ({ from, to }, facts) =>
      assessChange([from, to], {
        risk: 'low',
        reason: 'Moves or renames a file; nothing is overwritten.',
        hasTwin: facts?.hasTwin,
      }),
    headline: ({ from, to }, facts) =>
      `Move ${facts?.isFolder ? 'the folder ' : ''}${shownPath(from, 48)} to ${shownPath(to, 48)}`,
    paths: ({ from, to }) => [
      { path: from, how: 'moved_from' },
      { path: to, how: 'moved_to' },
    ],
    async run({ from, to }, { targetFingerprint }) {
      const [source, destination] = [parseWorkspacePath(from), parseWorkspacePath(to)];
      const [shownFrom, shownTo] = [formatPath(source), formatPath(destination)];
      await moveInside(workspace, source, destination, targetFingerprint);
      return {
        summary: 'moved',
        modelText: `Moved ${shownFrom} to ${shownTo}.`,
        detail: { kind: 'move', from: shownFrom, to: shownTo },
      };
    },
  });
