import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isGone } from '../../shared/is-gone';
import type { WorkspacePath } from './workspace-path';

/**
 * The second name that a change gives a file for a moment, and that stays when the process is killed in that moment:
 * a temporary file, whose random name only this change uses, or the new name of a file that still has its old one.
 */
export type Leftover =
  | { kind: 'temporary'; path: WorkspacePath }
  | { kind: 'moved'; from: WorkspacePath; to: WorkspacePath };

/** `leftover`: null for a note that was cut, whose change had not begun. */
export type ChangeNote = {
  leftover: Leftover | null;
  /** The real path of the workspace that the change was in. Null: the note was cut, or an older version wrote it. */
  workspace: string | null;
  /** False: the process that wrote it may be frozen, and go on. */
  isWriterGone: boolean;
  clear(): Promise<void>;
};

/** Remembers, across a kill, what a change that is under way would leave. Each change has a note of its own. */
export type ChangeJournal = {
  /** False: another server may have taken the workspace over, so this one changes nothing there. */
  isOurs(): boolean;
  /** Resolves when the note is on disk. `workspace`: the real path of the workspace that `leftover` is in. */
  note(leftover: Leftover, workspace: string): Promise<Pick<ChangeNote, 'clear'>>;
  /** The notes of other processes. */
  list(): Promise<ChangeNote[]>;
};

/** For a workspace without a server. */
export const noJournal: ChangeJournal = {
  isOurs: () => true,
  note: async () => ({ clear: async () => {} }),
  list: async () => [],
};

/** The name says who wrote it. Older versions had one note, without a number. */
const noteName = /^unfinished-change(?:-(\d+)-[0-9a-f]+)?\.json$/;

/** Keeps the notes in `folder`, outside the workspace. `isOurs`: whether this process still holds that folder. */
export function createChangeJournal({
  folder,
  isOurs,
}: {
  folder: string;
  isOurs: () => boolean;
}): ChangeJournal {
  const remove = (name: string) => rm(path.join(folder, name), { force: true });
  return {
    isOurs,
    async note(leftover, workspace) {
      const name = `unfinished-change-${process.pid}-${randomBytes(8).toString('hex')}.json`;
      const handle = await open(path.join(folder, name), 'wx', 0o600);
      try {
        await handle.writeFile(JSON.stringify({ ...leftover, workspace }));
        await handle.sync();
      } finally {
        await handle.close();
      }
      return { clear: () => remove(name) };
    },
    async list() {
      const names = (await readdir(folder)).filter((name) => noteName.test(name));
      return Promise.all(
        names.map(async (name) => ({
          ...parseNote(await readFile(path.join(folder, name), 'utf8')),
          isWriterGone: isGone(Number(noteName.exec(name)?.[1])),
          clear: () => remove(name),
        })),
      );
    },
  };
}

const notePath = z.array(z.string()).min(1);
const leftoverShape: z.ZodType<Leftover> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('temporary'), path: notePath }),
  z.object({ kind: z.literal('moved'), from: notePath, to: notePath }),
]);
const placeShape = z.object({ workspace: z.string().nullable().default(null) });

function parseNote(text: string): Pick<ChangeNote, 'leftover' | 'workspace'> {
  try {
    const note: unknown = JSON.parse(text);
    return { leftover: leftoverShape.parse(note), workspace: placeShape.parse(note).workspace };
  } catch (error) {
    if (error instanceof SyntaxError) return { leftover: null, workspace: null };
    throw error;
  }
}
