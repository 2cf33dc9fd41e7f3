import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isGone } from '../process/is-gone';
import type { WorkspacePath } from './workspace-path';

/**
 * A change gives a file a second name for a moment, and the name stays when the process is killed in that
 * moment. The name belongs to a temporary file, which only this change uses, or it is the new name of a file
 * that still has its old one.
 */
export type Leftover =
  | { kind: 'temporary'; path: WorkspacePath }
  | { kind: 'moved'; from: WorkspacePath; to: WorkspacePath };

/** `leftover` is null for a note that was cut: its change had not begun. */
export type ChangeNote = {
  leftover: Leftover | null;
  /**
   * The change was in the workspace at this real path. It is null when the note was cut, or an older version
   * wrote it.
   */
  workspace: string | null;
  /** This is false when the process that wrote the note may be frozen, and go on. */
  isWriterGone: boolean;
  clear(): Promise<void>;
};

/** Remembers, across a kill, what a running change would leave. Each change has a note of its own. */
export type ChangeJournal = {
  /**
   * Returns false when another server may have taken the workspace over: then this one changes nothing there.
   */
  isOurs(): boolean;
  /**
   * Resolves when the note is on disk. `workspace` is the real path of the workspace that contains
   * `leftover`.
   */
  note(leftover: Leftover, workspace: string): Promise<Pick<ChangeNote, 'clear'>>;
  /** Lists the notes of other processes. */
  list(): Promise<ChangeNote[]>;
};

/** A workspace without a server uses this. */
export const noJournal: ChangeJournal = {
  isOurs: () => true,
  note: async () => ({ clear: async () => {} }),
  list: async () => [],
};

/** The name says which process wrote the note. Older versions had one note, without a number. */
const noteName = /^unfinished-change(?:-(\d+)-[0-9a-f]+)?\.json$/;

/**
 * Keeps the notes in `folder`, outside the workspace. `isOurs` says whether this process still holds that
 * folder.
 */
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
