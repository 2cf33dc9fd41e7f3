import { open, readFile, rm } from 'node:fs/promises';
import { z } from 'zod';
import { systemErrorCode } from '../tool-failure';
import type { WorkspacePath } from './workspace-path';

/**
 * The second name that a change gives a file for a moment, and that stays when the process is killed in that moment:
 * a temporary file, whose random name only this change uses, or the new name of a file that still has its old one.
 */
export type Leftover =
  | { kind: 'temporary'; path: WorkspacePath }
  | { kind: 'moved'; from: WorkspacePath; to: WorkspacePath };

/** Remembers, across a kill, what the change that is under way would leave. It holds one, since changes run one by one. */
export type ChangeJournal = {
  /** Resolves when the note is on disk. */
  note(leftover: Leftover): Promise<void>;
  clear(): Promise<void>;
  /** What a killed change left. Null for nothing, and for a note that was cut: its change had not begun. */
  find(): Promise<Leftover | null>;
};

/** For a workspace without a server. */
export const noJournal: ChangeJournal = {
  note: async () => {},
  clear: async () => {},
  find: async () => null,
};

/** Keeps the note in `file`, outside the workspace. */
export function createChangeJournal(file: string): ChangeJournal {
  return {
    async note(leftover) {
      const handle = await open(file, 'w', 0o600);
      try {
        await handle.writeFile(JSON.stringify(leftover));
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
    clear: () => rm(file, { force: true }),
    async find() {
      try {
        return noteShape.parse(JSON.parse(await readFile(file, 'utf8')));
      } catch (error) {
        if (systemErrorCode(error) === 'ENOENT') return null;
        if (error instanceof SyntaxError) return null;
        throw error;
      }
    },
  };
}

const path = z.array(z.string()).min(1);
const noteShape: z.ZodType<Leftover> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('temporary'), path }),
  z.object({ kind: z.literal('moved'), from: path, to: path }),
]);
