import { z } from 'zod';
import type { Presentation } from '../../domain/presentation';
import { countLines, countOf, formatBytes } from '../../shared/quantities';
import { defineTool } from '../define-tool';
import { assessChange } from '../file-assessments';
import { diffFiles } from '../preview/diff-files';
import { toFileFacts, toFileText } from '../preview/file-presentation';
import { decodeText } from '../text/decode-text';
import { shownPath } from '../text/headline-parts';
import { describeEndChange, isSameText, keepLineEnds } from '../text/keep-line-ends';
import { obstructed } from '../tool-failure';
import type { Workers } from '../workers/workers';
import { findChangedPath } from '../workspace/find-changed-path';
import { readTarget, type Target } from '../workspace/target';
import { requireWhole } from '../workspace/text-file';
import { hasTwin } from '../workspace/twins';
import type { Workspace } from '../workspace/workspace';
import { formatPath, parseWorkspacePath } from '../workspace/workspace-path';
import { requireWritable, writeFileInside } from '../workspace/write-file-inside';

const maxContentBytes = 1_000_000;

export const createWriteFileTool = (workspace: Workspace, workers: Workers) =>
  defineTool({
    name: 'write_file',
    description:
      'Writes a complete text file and creates missing folders. To change a part of a file, use edit_file.',
    example: { path: 'notes/plan.md', content: '# Plan\n\n- Call "Mara"\n' },
    parameters: z.strictObject({
      path: z.string().min(1).describe('File to write.'),
      content: z
        .string()
        .refine((text) => Buffer.byteLength(text) <= maxContentBytes, 'must be at most 1 MB')
        .describe('Its complete content.'),
      overwrite: z
        .boolean()
        .default(false)
        .describe('Replace the file if it exists.')
        .meta({ title: 'Replace an existing file' }),
    }),
    effect: 'changes',
    capability: (fixed) => (fixed && !fixed['overwrite'] ? 'Create files' : 'Create or replace files'),
    act(preview) {
      const change = preview.find((shown) => shown.kind === 'diff')?.change;
      if (change === undefined) return 'Write file';
      return change === 'create' ? 'Create file' : 'Replace file';
    },
    // A second run after a crash finds the content in place and does nothing. If a person has moved the file
    // away by then, or put its old content back, the path is in the signed state again, so the tool writes
    // the file again.
    isIdempotent: true,
    async look({ path, content, overwrite }) {
      const target = await readTarget(workspace, parseWorkspacePath(path));
      const shown = formatPath(target.path);
      const before = findText(target);
      const after = before === null ? content : keepLineEnds(before, content);
      requireFree(target, shown, after, overwrite);
      requireWritable(target, shown);
      return {
        facts: {
          exists: target.kind === 'file',
          endChange: before === null ? '' : describeEndChange(before, after),
          hasTwin: await hasTwin(workspace, target.path),
        },
        preview: await previewWrite(workers, shown, target, after),
        targetFingerprint: target.fingerprint,
      };
    },
    findChangedTarget: ({ path }, fingerprint) => findChangedPath(workspace, [path], fingerprint),
    assess({ path }, facts) {
      const reason = ['Replaces everything in an existing file.', facts?.endChange].join(' ').trim();
      return assessChange([path], {
        ...(facts?.exists ? { risk: 'medium', reason } : { risk: 'low', reason: 'Creates a new file.' }),
        hasTwin: facts?.hasTwin,
      });
    },
    headline({ path, content }, facts) {
      const lines = content === '' ? 'nothing' : countOf(countLines(content), 'line');
      return facts?.exists
        ? `Overwrite ${shownPath(path)} with ${lines}`
        : `Write ${lines} to ${shownPath(path)}`;
    },
    paths: ({ path }) => [{ path, how: 'written' }],
    async run({ path, content, overwrite }, { targetFingerprint }) {
      const parsed = parseWorkspacePath(path);
      const target = await readTarget(workspace, parsed);
      const shown = formatPath(target.path);
      const before = findText(target);
      // After a crash, the file of the first run has the content with the line ends that it kept.
      const isChanged = targetFingerprint !== null && targetFingerprint !== target.fingerprint;
      const isWritten = isChanged && before !== null && isSameText(before, content);
      const after = before === null ? content : isWritten ? before : keepLineEnds(before, content);
      const bytes = Buffer.from(after);
      const isThere = target.kind === 'file' && target.bytes?.equals(bytes) === true;
      if (!isThere) {
        if (targetFingerprint === null) requireFree(target, shown, after, overwrite);
        await writeFileInside(workspace, parsed, bytes, targetFingerprint ?? target.fingerprint);
      }
      const size = formatBytes(bytes.length);
      return {
        summary: size,
        modelText: `Wrote ${shown} (${countOf(countLines(content), 'line')}, ${size}).`,
        detail: toFileText(shown, after),
      };
    },
  });

function findText(target: Target): string | null {
  return target.kind === 'file' && target.bytes !== null ? decodeText(target.bytes) : null;
}

function requireFree(target: Target, shown: string, content: string, overwrite: boolean): void {
  if (target.kind !== 'file') return;
  if (target.bytes?.equals(Buffer.from(content))) {
    const message = `${shown} already has exactly this content.`;
    throw obstructed('already_exists', message, { kind: 'same_content', path: shown });
  }
  if (overwrite) return;
  const size = formatBytes(target.size);
  const advice = 'Use another name, or read it and set overwrite to true.';
  throw obstructed('already_exists', `${shown} exists (${size}). ${advice}`, { kind: 'taken', path: shown });
}

async function previewWrite(
  workers: Workers,
  shown: string,
  target: Target,
  content: string,
): Promise<Presentation[]> {
  if (target.kind !== 'file') return [await diffFiles(workers, shown, null, content)];
  const before = decodeText(requireWhole(target, shown).bytes);
  if (before !== null) return [await diffFiles(workers, shown, before, content)];
  return [
    toFileFacts(`${shown}, as it is now (not text)`, target.size),
    toFileText(shown, content, ', new content'),
  ];
}
