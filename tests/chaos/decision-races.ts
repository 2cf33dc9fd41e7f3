import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './find-faults';
import { readExecutions } from './oracle-tools';
import { NoAnswer, type ServerHandle } from './server-handle';
import type { RunFacts } from './server-process';

const choices = ['approve', 'reject', 'expire', 'stop'] as const;
type Choice = (typeof choices)[number];

/** Holds one request and what became of four attempts to end its wait at the moment when its time is over. */
export type Race = { text: string; runId: string; told: Record<Choice, 'done' | 'refused' | 'no answer'> };

/**
 * Starts a run for each text, and has people approve, reject and stop each around the moment when it expires.
 * With `isKilled`, the server is killed right after one of its answers.
 */
export async function raceAll(
  server: ServerHandle,
  texts: readonly string[],
  { isKilled }: { isKilled: boolean },
): Promise<Race[]> {
  await server.readyMs;
  const started = await Promise.all(texts.map((text) => server.ask('startExpiring', { text })));
  const runs = await untilAllWait(
    server,
    started.map(({ runId }) => runId),
  );
  let answersUntilKill = isKilled ? Math.ceil(Math.random() * texts.length * choices.length) : Infinity;
  const tell = async (answer: Promise<boolean>) => {
    try {
      return (await answer) ? 'done' : 'refused';
    } catch (error) {
      return error instanceof NoAnswer ? 'no answer' : 'refused';
    } finally {
      answersUntilKill -= 1;
      if (answersUntilKill === 0) server.signal('SIGKILL');
    }
  };
  return Promise.all(
    texts.map(async (text, index): Promise<Race> => {
      const { runId, approvalId, expiresAtMs } = runs[index] as RunFacts;
      if (approvalId === null || expiresAtMs === null) throw new Error(`${text} does not wait`);
      const ask = {
        approve: () => server.ask('approve', { approvalId }),
        reject: () => server.ask('reject', { approvalId }),
        expire: () => server.ask('expire', { runId }),
        stop: () => server.ask('stop', { runId }),
      };
      const told = await Promise.all(
        choices.map(async (choice) => {
          const { fromMs, toMs } = moments[choice];
          await sleep(expiresAtMs - Date.now() + fromMs + Math.random() * (toMs - fromMs));
          return [choice, await tell(ask[choice]())] as const;
        }),
      );
      return { text, runId, told: Object.fromEntries(told) as Race['told'] };
    }),
  );
}

/**
 * Counts from the moment when the request expires. With 50 requests at once the server needs a while for an
 * answer, so people begin earlier.
 */
const people = { fromMs: -600, toMs: 20 };
const moments = { approve: people, reject: people, stop: people, expire: { fromMs: -10, toMs: 10 } };

async function untilAllWait(server: ServerHandle, runIds: string[]): Promise<(RunFacts | null)[]> {
  for (;;) {
    const runs = await server.ask('look', { runIds });
    if (runs.every((run) => run?.approvalId != null)) return runs;
    await sleep(20);
  }
}

/**
 * Compares what people were told with the database and with the calls that ran. Call it when every run has
 * ended.
 */
export async function findRaceFaults(
  folder: string,
  server: ServerHandle,
  races: readonly Race[],
): Promise<Fault[]> {
  const runs = await server.ask('look', { runIds: races.map(({ runId }) => runId), all: true });
  const executions = readExecutions(path.join(folder, 'executions'));
  return races.flatMap(({ text, runId, told }, index) => {
    const run = runs[index];
    const count = (type: string) => run?.events.filter((event) => event === type).length ?? 0;
    const [decided, expired] = [count('approval_decided'), count('approval_expired')];
    const times = executions.get(`${/job (\d+)/.exec(text)?.[1]}.0`) ?? 0;
    const isDone = (choice: Choice) => told[choice] === 'done';
    const winners = [isDone('approve'), isDone('reject'), isDone('expire')].filter(Boolean).length;
    const faults = [
      winners > 1 && 'more than one was told that it won',
      decided + expired > 1 && `${decided} decisions and ${expired} expiries`,
      decided + expired + count('run_cancelled') === 0 && 'nobody won',
      (isDone('approve') || isDone('reject')) && decided !== 1 && 'a decision was lost',
      isDone('reject') && run?.status !== 'rejected' && `rejected, and it is ${run?.status}`,
      isDone('expire') && run?.status !== 'expired' && `expired, and it is ${run?.status}`,
      !isDone('approve') && told.approve !== 'no answer' && times > 0 && 'not approved, and it ran',
      isDone('stop') &&
        !['cancelled', 'rejected', 'expired', 'completed'].includes(run?.status ?? '') &&
        'a stop was lost',
      times > 1 && `it ran ${times} times`,
      times === 1 && decided === 0 && 'it ran without a decision',
    ];
    return faults
      .filter((fault) => fault !== false)
      .map((fault): Fault => ({ kind: times > 1 ? 'twice' : 'lost', text: `${text} (${runId}): ${fault}` }));
  });
}

/** Counts how many waits each of the four ended. A race that always has the same winner proves little. */
export async function countWinners(
  server: ServerHandle,
  races: readonly Race[],
): Promise<Record<string, number>> {
  const runs = await server.ask('look', { runIds: races.map(({ runId }) => runId), all: true });
  const ends = ['approval_decided', 'approval_expired', 'run_cancelled'];
  const counts: Record<string, number> = {};
  for (const run of runs) {
    const first = run?.events.find((event) => ends.includes(event)) ?? 'none';
    const winner = first === 'approval_decided' && run?.status === 'rejected' ? 'rejected' : first;
    counts[winner] = (counts[winner] ?? 0) + 1;
  }
  return counts;
}
