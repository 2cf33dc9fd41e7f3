import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { failpoint } from '../../shared/failpoint';
import { obstructed, systemErrorCode, ToolFailure } from '../tool-failure';
import { type ChangeJournal, type Leftover, noJournal } from './change-journal';
import { disk } from './disk';
import { findOtherForm } from './find-name';
import { settleNote, undoChange } from './leftovers';
import { missingFolderFailure, type OpenFolder, openByDescriptor, refusePrivate } from './open-folder';
import { openByPath } from './open-folder-portable';
import { createPrivacyCheck, type PrivatePlaces } from './private-entries';
import { formatPath, type WorkspacePath } from './workspace-path';

/**
 * Says where a workspace is and what is closed in it: another thread needs no more to open it for reading.
 */
export type WorkspacePlace = { directory: string; walk: 'descriptor' | 'path'; privatePlaces: PrivatePlaces };

/** Tools work in this one folder. */
export type Workspace = {
  readonly place: WorkspacePlace;
  /**
   * Walks to a folder one name at a time without following links, and closes everything afterwards. A name
   * that exists only in another Unicode form leads to that folder (`findOtherForm`); `at` is the path with
   * the names on disk. With `create`, creates missing folders in the path.
   */
  inFolder<T>(
    path: WorkspacePath,
    use: (folder: OpenFolder, at: WorkspacePath) => Promise<T>,
    options?: { create?: boolean },
  ): Promise<T>;
  /**
   * Runs changes one after the other, so that two runs never interleave a check and a write of the same file.
   * Throws, as `requireOurs` does, before the change begins.
   */
  exclusively<T>(change: () => Promise<T>): Promise<T>;
  /**
   * Throws a `ToolFailure` when another server may have taken the workspace over: what this one read there is
   * old. Call it right before each step of a change that others see.
   */
  requireOurs(): void;
  /**
   * Runs a change that would leave `leftover` if the process were killed inside it. It notes `leftover`
   * first, and clears it up when the change fails. It keeps the note of a leftover that it cannot clear up.
   * The change must run `exclusively`.
   */
  noting<T>(leftover: Leftover, change: () => Promise<T>): Promise<T>;
  /**
   * Clears up what the changes of killed and frozen processes left in this workspace. Call it at start,
   * before the first change.
   */
  recover(): Promise<void>;
};

/** The platform chooses `walk` when it is omitted. */
export function createWorkspace(
  directory: string,
  walk: WorkspacePlace['walk'] = existsSync('/proc/self/fd') ? 'descriptor' : 'path',
  privatePlaces: PrivatePlaces = { folders: [], files: [] },
  journal: ChangeJournal = noJournal,
): Workspace {
  const isPrivate = createPrivacyCheck(privatePlaces);
  const openUnchecked = walk === 'descriptor' ? openByDescriptor : openByPath;
  const openFolder = async (real: string) =>
    refusePrivate(await openUnchecked(real), isPrivate, 'The workspace folder');
  let lastChange: Promise<unknown> = Promise.resolve();
  const workspace: Workspace = {
    place: { directory, walk, privatePlaces },
    async inFolder(path, use, { create = false } = {}) {
      const opened = [await openRoot(directory, openFolder)];
      const at: string[] = [];
      try {
        for (const asked of path) {
          const { child, name } = await step(opened.at(-1) as OpenFolder, asked, at, create);
          opened.push(child);
          at.push(name);
        }
        return await use(opened.at(-1) as OpenFolder, at);
      } finally {
        for (const folder of opened) await folder.close();
      }
    },
    exclusively(change) {
      const result = lastChange.then(() => {
        workspace.requireOurs();
        return change();
      });
      lastChange = result.catch(() => {});
      return result;
    },
    requireOurs() {
      if (!journal.isOurs()) throw new ToolFailure('not_allowed', takenOver);
    },
    async noting(leftover, change) {
      const note = await journal.note(leftover, await findRoot(directory));
      failpoint('change_noted');
      const result = await change().catch(async (error: unknown) => {
        // The file of a move belongs to the server that took over. A temporary file belongs to this change,
        // even after a takeover.
        if (leftover.kind === 'temporary' || journal.isOurs())
          await undoChange(workspace.inFolder, leftover).then(note.clear, () => {});
        throw error;
      });
      await note.clear();
      return result;
    },
    async recover() {
      const notes = await journal.list();
      if (notes.length === 0) return;
      const root = await findRoot(directory);
      const settled = await Promise.allSettled(
        notes.map((note) => settleNote(workspace.inFolder, note, root)),
      );
      const failed = settled.find((each) => each.status === 'rejected');
      if (failed) throw failed.reason;
    },
  };
  return workspace;
}

const takenOver = 'Another Countersign may use the workspace by now, so this one changes nothing more there.';

async function openRoot(
  directory: string,
  openFolder: (path: string) => Promise<OpenFolder>,
): Promise<OpenFolder> {
  const root = await findRoot(directory);
  return explaining(() => openFolder(root));
}

/** The operator chooses the workspace folder, so it may be a link. */
const findRoot = (directory: string) => explaining(() => disk.realpath(directory));

const rootFaults: Record<string, string> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'is not a folder',
  ELOOP: 'is a link that leads to itself',
  EACCES: 'is closed to this server',
  EPERM: 'is closed to this server',
  EIO: 'cannot be read: its disk has a fault',
};

/** Names the fault of the workspace folder itself, which no path in it can name. */
async function explaining<T>(look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    const fault = rootFaults[systemErrorCode(error) ?? ''];
    if (fault === undefined) throw error;
    throw obstructed('not_found', `The workspace folder ${fault}.`, { kind: 'workspace', fault });
  }
}

/** Opens a subfolder of `folder`; with `create`, creates a missing one. `at` is the path of `folder`. */
async function step(
  folder: OpenFolder,
  name: string,
  at: WorkspacePath,
  create: boolean,
): Promise<{ child: OpenFolder; name: string }> {
  const shown = formatPath([...at, name]);
  try {
    return { child: await folder.openChild(name, shown), name };
  } catch (error) {
    const isMissing = error instanceof ToolFailure && error.code === 'not_found';
    if (!isMissing) throw error;
    const other = await findOtherForm(folder, name, shown);
    if (other !== null) return { child: await folder.openChild(other, shown), name: other };
    if (!create) throw error;
  }
  await createFolder(folder, name, shown);
  return { child: await folder.openChild(name, shown), name };
}

async function createFolder(folder: OpenFolder, name: string, shown: string): Promise<void> {
  await folder.verify();
  try {
    await mkdir(folder.entry(name));
    await folder.sync();
  } catch (error) {
    // Another program has removed the folder around it.
    if (systemErrorCode(error) === 'ENOENT') throw missingFolderFailure(shown);
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
}
