import { formatBytes } from '../../shared/quantities';
import { decodeText } from '../text/decode-text';
import { obstructed } from '../tool-failure';
import { findSimilar } from './find-similar';
import { folderFailure, maxFileBytes, readTarget, type Target } from './target';
import type { Workspace } from './workspace';
import { formatPath, type WorkspacePath } from './workspace-path';

/** This file was read completely. */
export type LoadedFile = Extract<Target, { kind: 'file' }> & { bytes: Buffer };

/** Loads a file. Throws a `ToolFailure` that suggests similar names when there is none. */
async function loadFile(workspace: Workspace, path: WorkspacePath): Promise<LoadedFile> {
  const target = await readTarget(workspace, path);
  const shown = formatPath(target.path);
  if (target.kind === 'folder') throw folderFailure(shown);
  if (target.kind === 'absent') {
    const hint = await findSimilar(workspace, path);
    const message = `There is no file ${shown}.${hint}`;
    throw obstructed('not_found', message, target.obstacle ?? { kind: 'missing', path: shown, hint });
  }
  return requireWhole(target, shown);
}

export function requireWhole(file: Extract<Target, { kind: 'file' }>, shown: string): LoadedFile {
  const { bytes } = file;
  if (bytes !== null) return { ...file, bytes };
  const limit = formatBytes(maxFileBytes);
  const message = `${shown} has ${formatBytes(file.size)}. Tools do not read or change files above ${limit}.`;
  throw obstructed('too_large', message, { kind: 'too_large', path: shown, maxBytes: maxFileBytes });
}

/** Loads a file that must be UTF-8 text. */
export async function loadText(
  workspace: Workspace,
  path: WorkspacePath,
): Promise<{ file: LoadedFile; text: string }> {
  const file = await loadFile(workspace, path);
  const text = decodeText(file.bytes);
  if (text !== null) return { file, text };
  const size = formatBytes(file.size);
  const shown = formatPath(path);
  const message = `${shown} is not UTF-8 text (${size} of other data).`;
  throw obstructed('invalid_target', message, { kind: 'not_text', path: shown });
}
