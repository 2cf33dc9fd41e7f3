import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Failpoint } from '../../../shared/failpoint';
import { createToolParts } from '../../tool-parts';
import type { Workspace } from '../workspace';

const program = fileURLToPath(new URL('./change-a-file.ts', import.meta.url));

/**
 * Names each failpoint on the way of a change, and the files that a process leaves there. `over` is the file
 * that exists before, with `old` in it.
 */
export const interruptedChanges = [
  { change: 'write', over: null, at: 'change_noted', left: {} },
  { change: 'write', over: null, at: 'temporary_written', left: {} },
  { change: 'write', over: null, at: 'file_linked', left: { 'file.txt': 'new' } },
  { change: 'write', over: null, at: 'file_in_place', left: { 'file.txt': 'new' } },
  { change: 'write', over: 'file.txt', at: 'change_noted', left: { 'file.txt': 'old' } },
  { change: 'write', over: 'file.txt', at: 'temporary_written', left: { 'file.txt': 'old' } },
  { change: 'write', over: 'file.txt', at: 'file_in_place', left: { 'file.txt': 'new' } },
  { change: 'move', over: 'old.txt', at: 'change_noted', left: { 'old.txt': 'old' } },
  { change: 'move', over: 'old.txt', at: 'file_linked', left: { 'file.txt': 'old' } },
] as const;

export type ChangePlace = {
  data: string;
  /** The file that changes is in this folder of the workspace. */
  sub: string;
  /**
   * Starts a process that changes a file there and gets `signal` at the failpoint. `ended` gives the signal
   * that ended the process, and what the process said of its change.
   */
  change(
    kind: 'write' | 'move',
    failpoint: Failpoint,
    signal: 'SIGKILL' | 'SIGSTOP',
  ): { pid: number; ended: Promise<{ signal: NodeJS.Signals | null; said: string }> };
  /**
   * Takes the folder over, as the next server does. `workspaceDir` is that server's workspace, if it is
   * another one.
   */
  takeOver(workspaceDir?: string): Promise<Workspace>;
  /** Writes a file in `sub`. */
  put(name: string, content: string): Promise<void>;
  /** Returns the content of each file in `sub`. */
  read(): Promise<Record<string, string>>;
  remove(): Promise<void>;
};

export async function createChangePlace(): Promise<ChangePlace> {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-change-'));
  const data = path.join(folder, 'data');
  const sub = path.join(folder, 'workspace', 'sub');
  const lock = path.join(folder, 'lock');
  await mkdir(sub, { recursive: true });
  await mkdir(data);
  return {
    data,
    sub,
    change(kind, failpoint, signal) {
      writeFileSync(lock, '');
      const child = spawn(process.execPath, ['--import', 'tsx', program, folder, failpoint, kind, signal]);
      let said = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (bytes) => {
          said += String(bytes);
        });
      }
      const ended = new Promise<{ signal: NodeJS.Signals | null; said: string }>((resolve) => {
        child.once('close', (_code, by) => resolve({ signal: by, said }));
      });
      return { pid: child.pid ?? 0, ended };
    },
    async takeOver(workspaceDir = path.dirname(sub)) {
      await rm(lock, { force: true });
      const { workspace } = createToolParts({
        workspaceDir,
        journal: { folder: data, isOurs: () => true },
      });
      await workspace.recover();
      return workspace;
    },
    put: (name, content) => writeFile(path.join(sub, name), content),
    async read() {
      const names = (await readdir(sub)).sort();
      return Object.fromEntries(
        await Promise.all(names.map(async (name) => [name, await readFile(path.join(sub, name), 'utf8')])),
      );
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
