import { afterEach, expect, it } from 'vitest';
import { openWorkbench, type Workbench } from '../../tests/open-workbench';
import { call } from '../../tests/scripted-model';
import { writeRuns } from '../db/testing/write-runs';
import { localActor } from '../domain/actor';
import type { Run } from '../domain/run';
import { decideApproval } from '../use-cases/decide-approval';

let bench: Workbench;
afterEach(() => bench.close());

/** Counts what anyone reads of a run's ledger through the port of the database. */
function countReads({ runReads }: Workbench['database']) {
  const read = { versions: [] as number[], openings: 0 };
  const { listEvents, findSnapshot } = runReads;
  runReads.listEvents = async (...facts) => {
    const part = await listEvents(...facts);
    read.versions.push(...part.rows.map(({ version }) => version));
    return part;
  };
  runReads.findSnapshot = (runId) => {
    read.openings += 1;
    return findSnapshot(runId);
  };
  return read;
}

const openWaiting = async (): Promise<Run> => {
  bench = await openWorkbench([call('write_file', { path: 'b.txt', content: 'hello\n' }), 'Written.']);
  return bench.drive(await bench.create());
};

it('an approval reads each event before it and the first messages once, its driver included', async () => {
  const { id, state, version } = await openWaiting();
  if (state.status !== 'awaiting_approval') throw new Error(state.status);
  const read = countReads(bench.database);
  await decideApproval(bench.services(), localActor, { approvalId: state.approvalId, decision: 'approve' });
  await bench.untilIdle();
  expect((await bench.runs.find(id))?.state.status).toBe('completed');
  const before = read.versions.filter((one) => one <= version);
  expect(before).toEqual(Array.from({ length: version }, (_, index) => index + 1));
  expect(read.openings).toBe(1);
});

it('a new run that a driver takes at once reads nothing of its ledger', async () => {
  bench = await openWorkbench(['Done.']);
  const read = countReads(bench.database);
  const { run } = await writeRuns(bench.services().runs).start();
  await bench.untilIdle();
  expect((await bench.runs.find(run.id))?.state.status).toBe('completed');
  expect(read).toEqual({ versions: [], openings: 0 });
});
