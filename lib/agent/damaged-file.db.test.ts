import { setImmediate as nextRound } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkbench, type Workbench } from '../../tests/open-workbench';
import type { ScriptedReply } from '../../tests/scripted-model';
import { DamagedFile } from '../db/ports/database-unavailable.port';
import { localActor } from '../domain/actor';
import { canContinue } from '../domain/run';
import { stopRun } from '../use-cases/steer-run';
import type { DriverPorts } from './driver-ports';

let bench: Workbench;
/** These methods of the run store need the damaged part; `calls` counts how often each was called. */
let damaged: Set<string>;
let calls: Record<string, number>;
beforeEach(() => {
  damaged = new Set();
  calls = {};
});
afterEach(() => bench.close());

const open = async (replies: ScriptedReply[]) => {
  bench = await openWorkbench(replies, { wrapPorts });
};

const wrapPorts = (ports: DriverPorts): DriverPorts => ({
  ...ports,
  runs: new Proxy(ports.runs, {
    get(runs, name) {
      const method: unknown = Reflect.get(runs, name);
      if (typeof method !== 'function') return method;
      return async (...facts: unknown[]) => {
        calls[String(name)] = (calls[String(name)] ?? 0) + 1;
        if (damaged.has(String(name))) throw new DamagedFile('read');
        return method.apply(runs, facts);
      };
    },
  }),
});

describe('a run that needs a damaged part of the file', () => {
  it('ends and says so, at the first try', async () => {
    await open(['Never asked.']);
    damaged.add('loadOpeningMessages');
    const run = await bench.drive(await bench.create());
    expect(run.state).toMatchObject({
      status: 'failed',
      code: 'damaged_data',
      message: expect.stringMatching(/its file is damaged.*npm run restore/),
    });
    expect([calls['loadOpeningMessages'], canContinue(run)]).toEqual([1, false]);
    expect([bench.bugs, bench.reported.length]).toEqual([[], 1]);
  });

  it('is let go when its end cannot be stored either, and not taken up again before a restart', async () => {
    let asked = 0;
    const answer = async () => {
      asked += 1;
      return 'Done.';
    };
    await open([
      async () => {
        damaged.add('commit').add('releaseLease');
        return answer();
      },
      answer,
    ]);
    const runId = await bench.create();
    expect((await bench.drive(runId)).state.status).toBe('calling_model');
    for (let dispatch = 0; dispatch < 3; dispatch += 1) await bench.drive(runId);
    expect([asked, calls['claim'], bench.dispatcher.activeRuns()]).toEqual([1, 2, 0]);
    expect([bench.bugs, bench.reported.length]).toEqual([[], 1]);
    damaged.clear();
    await bench.restart();
    expect([(await bench.drive(runId)).state.status, asked]).toEqual(['completed', 2]);
  });

  it('is interrupted by a stop that cannot be stored, and taken up again where it can go on', async () => {
    const asked: AbortSignal[] = [];
    await open([
      async ({ signal }) => {
        asked.push(signal);
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        throw signal.reason;
      },
      'Done.',
    ]);
    const runId = await bench.create();
    bench.dispatcher.dispatch(runId, localActor.id, 'main');
    while (asked.length === 0) await nextRound();
    const services = bench.services();
    const runs = { ...services.runs, commit: () => Promise.reject(new DamagedFile('write')) };
    const stop = stopRun({ ...services, runs }, localActor, { runId });
    await expect(stop).rejects.toMatchObject({
      code: 'damaged_data',
      message: expect.stringMatching(/^The current step was interrupted, .* its file is damaged/),
    });
    await bench.untilIdle();
    expect(asked.map(({ aborted }) => aborted)).toEqual([true]);
    expect((await bench.drive(runId)).state.status).toBe('completed');
  });
});
