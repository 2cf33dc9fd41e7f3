import { setTimeout as sleep } from 'node:timers/promises';
import { jobs } from './job-model';
import { NoAnswer, type ServerHandle } from './server-handle';
import type { RunFacts } from './server-process';

/** Holds what the people of a crowd were told. A server that is killed may not take any of it back. */
export type History = {
  /** Maps the text of each requested job to its run, once the server has answered. */
  started: Map<string, string | null>;
  /** Counts the approvals that the server took, for each run. */
  approved: Map<string, number>;
  /** Holds the jobs that people have seen end. */
  ended: Set<string>;
};

export function emptyHistory(): History {
  return { started: new Map(), approved: new Map(), ended: new Set() };
}

/** Returns the text of the job with this number. One job of five waits for signatures. */
export function jobText(number: number, kind: keyof typeof jobs = number % 5 === 0 ? 'signed' : 'plain') {
  return `job ${number}: ${jobs[kind].join(' ')}`;
}

/** A run that shows nothing new for this long is stuck. */
const patienceMs = 120_000;

/**
 * Plays people who start these jobs and decide what waits for them. Returns true when every job has ended or
 * moves no more, and false when the server has ended. The next crowd asks again for a job without an answer,
 * with the same key.
 */
export async function runCrowd(
  server: ServerHandle,
  history: History,
  texts: readonly string[],
): Promise<boolean> {
  for (const text of texts) if (!history.started.has(text)) history.started.set(text, null);
  try {
    await server.readyMs;
    await Promise.all(
      [...history.started].map(async ([text, runId]) => {
        if (runId === null) history.started.set(text, (await server.ask('start', { text })).runId);
      }),
    );
    let seen = '';
    let seenAt = performance.now();
    for (;;) {
      const open = await actOnce(server, history);
      if (open.length === 0) return true;
      const now = JSON.stringify(open);
      if (now === seen && performance.now() - seenAt > patienceMs) return true;
      if (now !== seen) seenAt = performance.now();
      seen = now;
      await sleep(20);
    }
  } catch (error) {
    if (error instanceof NoAnswer) return false;
    throw error;
  }
}

/** Acts once on each run that has not ended, and returns these runs as they were found. */
async function actOnce(server: ServerHandle, history: History): Promise<(RunFacts | null)[]> {
  const runIds = [...history.started.values()].filter((id): id is string => id !== null);
  const open = runIds.filter((id) => !history.ended.has(id));
  const found = await server.ask('look', { runIds: open });
  await Promise.all(found.map((run, index) => act(server, history, open[index] ?? '', run)));
  return found;
}

const endings = ['completed', 'rejected', 'expired', 'cancelled', 'failed'];

async function act(
  server: ServerHandle,
  history: History,
  runId: string,
  run: RunFacts | null,
): Promise<void> {
  if (run === null) throw new Error(`The run ${runId} was acknowledged, and it is gone`);
  if (endings.includes(run.status)) history.ended.add(runId);
  if (run.status === 'outcome_unknown') await unlessDecided(server.ask('settle', { runId }));
  if (run.approvalId === null) return;
  if (await unlessDecided(server.ask('approve', { approvalId: run.approvalId })))
    history.approved.set(runId, (history.approved.get(runId) ?? 0) + 1);
}

/** The server may have taken the answer to an earlier question without having said so. */
async function unlessDecided(answer: Promise<boolean>): Promise<boolean> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NoAnswer) throw error;
    return false;
  }
}
