import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readExecutions } from './oracle-tools';
import { NoAnswer, type ServerHandle } from './server-handle';

const choices = ['approve', 'reject', 'stop'] as const;
type Choice = (typeof choices)[number];

/** One request and what people were told who approved it, rejected it and stopped its run at the same time. */
export type Race = { text: string; runId: string; told: Record<Choice, 'done' | 'refused' | 'no answer'> };

/** Starts a run for each text, and lets three people decide about each at once. `isKilled`: the server is, at one of the answers. */
export async function raceAll(
  server: ServerHandle,
  texts: readonly string[],
  { isKilled }: { isKilled: boolean },
): Promise<Race[]> {
  await server.readyMs;
  const runIds = await Promise.all(texts.map(async (text) => (await server.ask('start', { text })).runId));
  let runs = await server.ask('look', { runIds });
  while (runs.some((run) => run?.approvalId == null)) {
    await sleep(20);
    runs = await server.ask('look', { runIds });
  }
  let answersUntilKill = isKilled ? Math.ceil(Math.random() * texts.length * choices.length) : Infinity;
  const tell = async (answer: Promise<unknown>) => {
    try {
      await answer;
      return 'done';
    } catch (error) {
      return error instanceof NoAnswer ? 'no answer' : 'refused';
    } finally {
      answersUntilKill -= 1;
      if (answersUntilKill === 0) server.signal('SIGKILL');
    }
  };
  return Promise.all(
    texts.map(async (text, index): Promise<Race> => {
      const run = runs[index];
      const [runId, approvalId] = [run?.runId ?? '', run?.approvalId ?? ''];
      const ask = {
        approve: () => tell(server.ask('approve', { approvalId })),
        reject: () => tell(server.ask('reject', { approvalId })),
        stop: () => tell(server.ask('stop', { runId })),
      };
      // Each order comes up: the first choice of the three is another one each time.
      const asked = choices.map((_, place) => choices[(place + index) % choices.length] as Choice);
      const told = await Promise.all(asked.map(async (choice) => [choice, await ask[choice]()] as const));
      return { text, runId, told: Object.fromEntries(told) as Race['told'] };
    }),
  );
}

/** Compares what people were told with the database and with what ran. Call it when every run has ended. */
export async function findRaceFaults(
  folder: string,
  server: ServerHandle,
  races: readonly Race[],
): Promise<string[]> {
  const runs = await server.ask('look', { runIds: races.map(({ runId }) => runId), all: true });
  const executions = readExecutions(path.join(folder, 'executions'));
  return races.flatMap(({ text, runId, told }, index) => {
    const run = runs[index];
    const decided = run?.events.filter((event) => event === 'approval_decided').length ?? 0;
    const times = executions.get(`${/job (\d+)/.exec(text)?.[1]}.0`) ?? 0;
    const faults = [
      told.approve === 'done' && told.reject === 'done' && 'approved and rejected',
      decided > 1 && `${decided} decisions`,
      [told.approve, told.reject].includes('done') && decided !== 1 && 'a decision was lost',
      told.reject === 'done' && run?.status !== 'rejected' && `rejected, and it is ${run?.status}`,
      told.reject === 'done' && times > 0 && 'rejected, and it ran',
      told.stop === 'done' &&
        !['cancelled', 'rejected', 'completed'].includes(run?.status ?? '') &&
        'a stop was lost',
      times > 1 && `it ran ${times} times`,
      times === 1 && decided === 0 && 'it ran without a decision',
    ];
    return faults.filter((fault) => fault !== false).map((fault) => `${text} (${runId}): ${fault}`);
  });
}
