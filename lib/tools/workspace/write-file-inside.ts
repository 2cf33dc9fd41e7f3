import { randomBytes } from 'node:crypto';
import { link, open, rename, unlink } from 'node:fs/promises';
import { failpoint } from '../../shared/failpoint';
import { isWithoutLinks } from '../../shared/is-without-links';
import { obstructed, systemErrorCode } from '../tool-failure';
import { atEntry, type Entry } from './at-entry';
import { findOtherForm } from './find-name';
import { findIdentity, requireUnchanged, targetChanged } from './last-look';
import type { OpenFolder } from './open-folder';
import { renameToFree } from './rename-to-free';
import { folderFailure, readEntry, type Target } from './target';
import type { Workspace } from './workspace';
import type { WorkspacePath } from './workspace-path';

/**
 * Replaces the content of a file in one step: readers see the old or the new content, also after a crash, and
 * the next start removes what a crash left. The new content is on disk when this resolves. It creates missing
 * folders and keeps mode bits. Throws `target_changed` when the target is no longer in the state of
 * `fingerprint`, also if the target changes while the new content is written. It refuses folders and files
 * with a second name.
 */
export async function writeFileInside(
  workspace: Workspace,
  path: WorkspacePath,
  bytes: Uint8Array,
  fingerprint: string | null,
): Promise<void> {
  await workspace.exclusively(() =>
    atEntry(
      workspace,
      path,
      async (entry) => {
        const { folder, name, shown } = entry;
        const target = await readEntry(entry);
        requireState(target, fingerprint, shown);
        requireWritable(target, shown);
        const temporary = `.countersign-${randomBytes(16).toString('hex')}.tmp`;
        await workspace.noting(
          { kind: 'temporary', path: [...entry.path.slice(0, -1), temporary] },
          async () => {
            await folder.verify();
            workspace.requireOurs();
            const mode = target.kind === 'file' ? target.mode : null;
            await unlessReplaced(shown, () => writeTemporary(folder, temporary, bytes, mode));
            await folder.verify();
            if (target.kind === 'file') await requireUnchanged(entry, target);
            else await requireNoOtherForm(entry);
            // A server that took over before the temporary file was made could not remove it.
            workspace.requireOurs();
            if (target.kind === 'file')
              await unlessReplaced(shown, () => rename(folder.entry(temporary), folder.entry(name)));
            else await putInPlace(folder.entry(temporary), folder.entry(name), shown);
            await folder.sync();
            failpoint('file_in_place');
          },
        );
      },
      { create: true },
    ),
  );
}

/** Throws `target_changed` when the target is not in the state that a person saw. */
export function requireState(target: Target, fingerprint: string | null, shown: string): void {
  if (fingerprint === null || fingerprint === target.fingerprint) return;
  throw targetChanged(shown);
}

const replacedCodes = ['ENOENT', 'EISDIR', 'EEXIST'];

/**
 * Runs one step of a change. Throws `target_changed` when the system refuses the step because another program
 * has put something else there.
 */
export async function unlessReplaced<Result>(shown: string, step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (replacedCodes.includes(systemErrorCode(error) ?? '')) throw targetChanged(shown);
    throw error;
  }
}

/**
 * Throws `target_changed` when the name of a new entry exists in another Unicode form, which `link` would not
 * notice.
 */
export async function requireNoOtherForm({ folder, name, shown }: Entry): Promise<void> {
  if ((await findOtherForm(folder, name, shown)) !== null) throw targetChanged(shown);
}

/** Refuses a file with a second name, because that name could be anywhere, also outside the workspace. */
export function requireWritable(target: Target, shown: string): void {
  if (target.kind === 'folder') throw folderFailure(shown);
  if (target.kind === 'file' && target.linkCount > 1) {
    const message = `${shown} has a second name (a hard link), so tools do not change it.`;
    throw obstructed('not_allowed', message, { kind: 'hard_link', path: shown });
  }
}

/** `mode` holds the bits that the file keeps. It is null for the bits that a new file gets. */
async function writeTemporary(
  folder: OpenFolder,
  name: string,
  bytes: Uint8Array,
  mode: number | null,
): Promise<void> {
  const handle = await open(folder.entry(name), 'wx', mode ?? 0o666);
  try {
    await folder.verify();
    await handle.writeFile(bytes);
    // The umask reduces the mode that `open` gets.
    if (mode !== null) await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
  failpoint('temporary_written');
}

/**
 * Gives a file its name and never overwrites: unlike a rename, a link fails when the name is taken. Where
 * there are no links, an empty file takes the name first. The file has both names for a moment, so call it in
 * `Workspace.noting`. Throws what `mayUnlink` throws, before it removes the old name. The old name stays when
 * another program has given it to another file meanwhile.
 */
export async function putInPlace(
  from: string,
  to: string,
  shown: string,
  mayUnlink: () => void = () => {},
): Promise<void> {
  const identity = await findIdentity(from);
  try {
    await unlessReplaced(shown, () => link(from, to));
  } catch (error) {
    if (!isWithoutLinks(error)) throw error;
    await unlessReplaced(shown, () => renameToFree(from, to));
    return;
  }
  failpoint('file_linked');
  const isReplaced = (await findIdentity(from)) !== identity;
  mayUnlink();
  if (isReplaced) return;
  await unlink(from).catch((error: unknown) => {
    // Another program has removed the old name. The file has only its new name, as it should.
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  });
}
