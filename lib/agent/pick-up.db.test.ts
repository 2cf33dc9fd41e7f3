import { afterEach, describe, expect, it, vi } from 'vitest';
import { decideAsShown } from '../../tests/decide-as-shown';
import { openWorkbench, type Workbench } from '../../tests/open-workbench';
import { call, hang, type ScriptedReply } from '../../tests/scripted-model';
import { toApproved } from '../db/testing/write-runs';
import { localActor } from '../domain/actor';
import type { Run } from '../domain/run';
import { continueRun, settleOutcome } from '../use-cases/steer-run';
import type { DriverPorts } from './driver-ports';

/** A process may die between a commit and its driver: the run needs nothing from memory to go on. */

let bench: Workbench;
const open = async (replies: ScriptedReply[], wrapPorts?: (ports: DriverPorts) => DriverPorts) => {
  bench = await openWorkbench(replies, wrapPorts ? { wrapPorts } : {});
  return bench;
};
afterEach(async () => {
  vi.useRealTimers();
  await bench.close();
  bench.script.expectUsedUp();
});

const write = call('write_file', { path: 'b.txt', content: 'hello\n' });
/** No dispatcher is told, as when a server dies right after its commit. */
const dyingServices = () => ({ ...bench.services(), runs: bench.runs });

async function load(runId: Run['id']): Promise<Run> {
  const run = await bench.runs.find(runId);
  if (!run) throw new Error('The run is gone');
  return run;
}

describe('a crash between a commit and its pick-up', () => {
  it('after a start: the next sweep drives the run', async () => {
    await open(['Done.']);
    const runId = await bench.create();
    await bench.restart();
    await bench.sweep();
    expect((await load(runId)).state.status).toBe('completed');
  });

  it('after an approval: the next sweep runs exactly the approved call', async () => {
    await open([write, 'Written.']);
    const { id, state } = await bench.drive(await bench.create());
    if (state.status !== 'awaiting_approval') throw new Error(state.status);
    const signed = { approvalId: state.approvalId, decision: 'approve' } as const;
    await decideAsShown(dyingServices(), localActor, signed);
    await bench.restart();
    await bench.sweep();
    expect((await load(id)).state.status).toBe('completed');
    expect(await bench.read('b.txt')).toBe('hello\n');
  });

  it('after Continue: the next sweep continues', async () => {
    await open([write, 'Done.']);
    const limits = { maxSteps: 1, maxActiveMs: 300_000, maxMalformedReplies: 3 };
    const waiting = await bench.drive(await bench.create({ limits }));
    await bench.decide(waiting, { decision: 'approve' });
    const failed = await bench.drive(waiting.id);
    expect(failed.state.status).toBe('failed');
    await continueRun(dyingServices(), localActor, { runId: failed.id });
    await bench.restart();
    await bench.sweep();
    expect((await load(failed.id)).state.status).toBe('completed');
  });

  it('after an answer about an unknown outcome: the next sweep continues', async () => {
    await open([write, 'Written.']);
    const waiting = await bench.drive(await bench.create());
    const { state } = waiting;
    if (state.status !== 'awaiting_approval') throw new Error(state.status);
    const { approvalId, call: asked } = state;
    const by = { actor: localActor, owner: null };
    const lost = await bench.runs.commit(
      waiting,
      [
        toApproved({ approvalId, call: asked }),
        { type: 'tool_started', callId: asked.id },
        { type: 'outcome_lost', callId: asked.id, errorId: null, activeMs: 0 },
      ],
      by,
    );
    const settled = { runId: lost.id, choice: 'worked', result: 'It is there.' } as const;
    await settleOutcome(dyingServices(), localActor, settled);
    await bench.restart();
    await bench.sweep();
    expect((await load(waiting.id)).state.status).toBe('completed');
  });
});

describe('the sweep', () => {
  it('takes over a run whose driver died, and no run whose driver lives', async () => {
    await open(['Done.']);
    const [orphan, driven] = [await bench.create(), await bench.create()];
    await bench.runs.claim(orphan, 'dead', -1);
    await bench.runs.claim(driven, 'living', 60_000);
    await bench.sweep();
    expect((await load(orphan)).state.status).toBe('completed');
    expect((await load(driven)).state.status).toBe('queued');
  });

  it('counts no hour of work for a driver whose clock jumped by an hour before it died', async () => {
    await open([hang]);
    const runId = await bench.create();
    vi.useFakeTimers({ toFake: ['Date'] });
    bench.dispatcher.dispatch(runId, localActor.id, 'main');
    await vi.waitFor(() => expect(bench.script.requests).toHaveLength(1), 20_000);
    const jumped = Date.now() + 3_600_000;
    vi.setSystemTime(jumped);
    const findRow = () => bench.database.read.run.findUniqueOrThrow({ where: { id: runId } });
    const { leaseUntil: atJump, leaseOwner } = await findRow();
    const findBeat = async () => expect((await findRow()).leaseUntil).not.toEqual(atJump);
    await vi.waitFor(findBeat, 20_000);
    vi.setSystemTime(jumped + 60_000);
    const claimed = await vi.waitFor(async () => {
      await bench.runs.renewLease(runId, String(leaseOwner), -1);
      const taken = await bench.runs.claim(runId, 'next', 60_000);
      // The driver may have renewed its lease in between.
      expect(taken).not.toBeNull();
      return taken;
    }, 20_000);
    expect(claimed?.lostActiveMs).toBeGreaterThan(0);
    expect(claimed?.lostActiveMs).toBeLessThan(60_000);
  });

  it('counts the work of a request that an orderly shutdown interrupted', async () => {
    await open([hang, 'Done.']);
    const runId = await bench.create();
    vi.useFakeTimers({ toFake: ['performance', 'Date'] });
    bench.dispatcher.dispatch(runId, localActor.id, 'main');
    await vi.waitFor(() => expect(bench.script.requests).toHaveLength(1), 20_000);
    vi.advanceTimersByTime(60_000);
    await bench.restart();
    await bench.sweep();
    expect(await load(runId)).toMatchObject({ state: { status: 'completed' } });
    expect((await load(runId)).activeMs).toBeGreaterThanOrEqual(60_000);
  });

  it('drives a run once, however often it is found and dispatched', async () => {
    await open(['Done.']);
    const runId = await bench.create();
    bench.dispatcher.dispatch(runId, localActor.id, 'main');
    await Promise.all([bench.sweep(), bench.sweep(), bench.sweep()]);
    expect(await bench.eventTypes(runId)).toEqual(['run_created', 'run_started', 'text_replied']);
  });

  it('retries a pick-up that broke', async () => {
    let failures = 2;
    const breakClaims = ({ runs, ...ports }: DriverPorts): DriverPorts => ({
      ...ports,
      runs: {
        ...runs,
        claim(...facts) {
          failures -= 1;
          if (failures >= 0) throw new Error('The database is busy');
          return runs.claim(...facts);
        },
      },
    });
    await open(['Done.'], breakClaims);
    const runId = await bench.create();
    await bench.sweep();
    expect((await load(runId)).state.status).toBe('queued');
    expect(bench.reported).toHaveLength(2);
    await bench.sweep();
    expect((await load(runId)).state.status).toBe('completed');
  });

  it('finds nothing to do once every run has ended or waits', async () => {
    await open([write]);
    await bench.drive(await bench.create());
    expect(await bench.runs.listUndriven()).toEqual([]);
    expect(await bench.database.read.run.count({ where: { leaseOwner: { not: null } } })).toBe(0);
  });
});
