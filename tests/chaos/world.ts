import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { emptyHistory, type History, jobText, runCrowd } from './crowd';
import { type Fault, findFaults } from './find-faults';
import type { jobs } from './job-model';
import { type ServerHandle, startServer } from './server-handle';

/** Holds one data folder, the servers that use it one after another, and what its people were told. */
export type World = {
  folder: string;
  history: History;
  start(variables?: Record<string, string>, before?: readonly string[]): ServerHandle;
  /** Lets every job end without kills, and compares everything. */
  finish(): Promise<Fault[]>;
  remove(): Promise<void>;
};

export async function createWorld(modelUrl: string): Promise<World> {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-chaos-'));
  const history = emptyHistory();
  const start: World['start'] = (variables = {}, before = []) =>
    startServer(folder, { OPENAI_BASE_URL: modelUrl, ...variables }, before);
  return {
    folder,
    history,
    start,
    async finish() {
      const server = start();
      await server.readyMs;
      await runCrowd(server, history, []);
      const faults = await findFaults(folder, server, history);
      server.signal('SIGKILL');
      await server.ended;
      return faults;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

let nextJob = 1;

/** Makes new jobs, each with its own number. Without a kind, one of five waits for signatures. */
export function newJobs(count: number, kind?: keyof typeof jobs): string[] {
  return Array.from({ length: count }, () => jobText(nextJob++, kind));
}

/**
 * Does `work` this many times, shared out among the worlds. The worlds work at the same time, and each does
 * its parts one after another.
 */
export async function inWorlds(
  worlds: readonly World[],
  times: number,
  work: (world: World, time: number) => Promise<void>,
): Promise<void> {
  let begun = 0;
  await Promise.all(
    worlds.map(async (world) => {
      while (begun < times) await work(world, begun++);
    }),
  );
}
