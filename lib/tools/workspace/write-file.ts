import { randomBytes } from 'node:crypto';
import { link, open, rename, unlink } from 'node:fs/promises';
import { systemErrorCode, ToolFailure } from '../tool-failure';
import type { OpenFolder } from './open-folder';
import { readEntry, type Target } from './target';
import type { Workspace } from './workspace';
import { formatPath, splitPath, type WorkspacePath } from './workspace-path';

/**
 * Puts a new content in place in one step: whoever reads the file sees the old content or the new one, also after a
 * crash. Missing folders are made, mode bits are kept. Refuses (`target_changed`) when `fingerprint` is given and
 * the target is not in that state any more, and what is not a file with one name.
 */
export async function writeFileInside(
  workspace: Workspace,
  path: WorkspacePath,
  bytes: Uint8Array,
  fingerprint: string | null,
): Promise<void> {
  const { parent, name } = splitPath(path);
  const shown = formatPath(path);
  await workspace.exclusively(() =>
    workspace.inFolder(
      parent,
      async (folder) => {
        const target = await readEntry(folder, name, shown);
        requireState(target, fingerprint, shown);
        requireWritable(target, shown);
        const mode = target.kind === 'file' ? target.mode : 0o666;
        const temporary = await writeTemporary(folder, bytes, mode, target.kind === 'file');
        try {
          await folder.verify();
          if (target.kind === 'file') await rename(folder.entry(temporary), folder.entry(name));
          else await putInPlace(folder.entry(temporary), folder.entry(name), shown);
        } catch (error) {
          await unlink(folder.entry(temporary)).catch(() => {});
          throw error;
        }
      },
      { create: true },
    ),
  );
}

/** `target_changed` when something was shown to a person and it is not what stands there now. */
export function requireState(target: Target, fingerprint: string | null, shown: string): void {
  if (fingerprint === null || fingerprint === target.fingerprint) return;
  throw targetChanged(shown);
}

export function targetChanged(shown: string): ToolFailure {
  return new ToolFailure(
    'target_changed',
    `${shown} has changed since this was asked for, so nothing was done.`,
  );
}

/** A second name of the same file could lie anywhere, outside of the workspace too. */
export function requireWritable(target: Target, shown: string): void {
  if (target.kind === 'folder') throw new ToolFailure('invalid_target', `${shown} is a folder, not a file.`);
  if (target.kind === 'file' && target.linkCount > 1) {
    throw new ToolFailure('not_allowed', `${shown} has a second name (a hard link), so it is not changed.`);
  }
}

async function writeTemporary(
  folder: OpenFolder,
  bytes: Uint8Array,
  mode: number,
  keepsMode: boolean,
): Promise<string> {
  const name = `.countersign-${randomBytes(8).toString('hex')}.tmp`;
  await folder.verify();
  const handle = await open(folder.entry(name), 'wx', mode);
  try {
    await folder.verify();
    await handle.writeFile(bytes);
    // What `open` was given is reduced by the umask; a file that is replaced keeps its bits exactly.
    if (keepsMode) await handle.chmod(mode);
    await handle.sync();
  } catch (error) {
    await unlink(folder.entry(name)).catch(() => {});
    throw error;
  } finally {
    await handle.close();
  }
  return name;
}

/** Gives a file its name without ever replacing one: unlike renaming, linking fails when the name is taken. */
export async function putInPlace(from: string, to: string, shown: string): Promise<void> {
  try {
    await link(from, to);
    await unlink(from);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'EEXIST') throw targetChanged(shown);
    // File systems without hard links.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw error;
    await rename(from, to);
  }
}
