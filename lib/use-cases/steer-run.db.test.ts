import { afterEach, beforeEach, expect, it } from 'vitest';
import { openWorkbench, type Workbench } from '../../tests/open-workbench';
import { writeRuns } from '../db/testing/write-runs';
import { noWork } from '../domain/run-event';
import { continueRun } from './steer-run';

let bench: Workbench;
beforeEach(async () => {
  bench = await openWorkbench([]);
});
afterEach(() => bench.close());

it('who may no longer start a run does not continue it either', async () => {
  const signers = { role: null, count: 1, notRequester: false, startedBy: 'approver' } as const;
  const { start, append } = writeRuns(bench.runs);
  const { run } = await start({ startedBy: 'usr_ben', signers });
  await append(run, [
    { type: 'run_started' },
    { type: 'run_failed', code: 'internal_error', message: 'x', ...noWork },
  ]);
  const continueAs = (role: string) =>
    continueRun(bench.services(), { id: 'usr_ben', name: 'Ben', role }, { runId: run.id });
  await expect(continueAs('operator')).rejects.toMatchObject({
    code: 'forbidden',
    message: 'Only people with the role approver or admin can start this workflow.',
  });
  const continued = async () =>
    (await bench.runs.listEvents(run.id)).filter(({ event }) => event.type === 'run_continued').length;
  expect(await continued()).toBe(0);
  await continueAs('approver');
  expect(await continued()).toBe(1);
});
