import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkbench, type Workbench } from '../../tests/open-workbench';
import { call, scriptedModel } from '../../tests/scripted-model';
import { createConversationStore } from '../db/stores/conversation-store';
import { localActor } from '../domain/actor';
import { canContinue, isTerminal, type Run } from '../domain/run';
import type { ModelRequest } from '../models/model.port';
import { continueRun } from '../use-cases/steer-run';
import type { DriverPorts } from './driver-ports';

const secret = 'sk-secret-in-an-exception';

/** The loop calls all of these; `model` is what `models.open` returns. */
const methods = {
  runs: ['claim', 'loadLedger', 'loadOpeningMessages', 'commit'],
  live: ['publishVersion', 'startWork', 'endWork', 'publishText'],
  toolbox: ['prepare', 'execute'],
  policy: ['judge'],
  rules: ['list', 'signing'],
  models: ['open'],
  model: ['findWindow', 'streamReply', 'nextChunk'],
};
const targets = Object.entries(methods).flatMap(([port, names]) => names.map((name) => `${port}.${name}`));

type Fault = { target: string; call: number; isAfterEffect: boolean; isForever: boolean };
let fault: Fault | null;
/** This method always throws, in addition to the fault. */
let alsoBroken: string | null;
let calls: number;
let hits: number;

function breaks(target: string): boolean {
  if (target === alsoBroken) return true;
  if (fault?.target !== target) return false;
  calls += 1;
  const isHit = fault.isForever ? calls >= fault.call : calls === fault.call;
  if (isHit) hits += 1;
  return isHit;
}

/** Throws at the chosen call, either before the call takes effect or after it did. */
function wrap<Port extends object>(name: string, port: Port): Port {
  return new Proxy(port, {
    get(target, key) {
      const method: unknown = Reflect.get(target, key);
      if (typeof method !== 'function') return method;
      return (...args: unknown[]) => {
        if (!breaks(`${name}.${String(key)}`)) return method.apply(target, args);
        if (!fault?.isAfterEffect) throw new Error(secret);
        const answer: unknown = method.apply(target, args);
        if (!(answer instanceof Promise)) throw new Error(secret);
        return answer.then(() => {
          throw new Error(secret);
        });
      };
    },
  });
}

const wrapPorts = (ports: DriverPorts): DriverPorts => ({
  ...ports,
  runs: wrap('runs', ports.runs),
  live: wrap('live', ports.live),
  toolbox: wrap('toolbox', ports.toolbox),
  policy: wrap('policy', ports.policy),
  rules: wrap('rules', ports.rules),
  models: wrap('models', ports.models),
});

/**
 * The model reads, runs a command and answers. The messages so far decide what it does next, so a continued
 * run finds its way.
 */
async function* streamReply(request: ModelRequest) {
  const { messages } = request;
  const isDone = (tool: string) =>
    messages.some(({ content }) => content.startsWith(`[Result: ${tool}, step`));
  const next = isDone('run_command')
    ? 'All of it is done.'
    : isDone('read_file')
      ? call('run_command', { command: 'echo hello > b.txt' })
      : `I read first.\n\n${call('read_file', { path: 'a.txt' })}`;
  for await (const chunk of scriptedModel([next]).model.streamReply(request)) {
    if (breaks('model.nextChunk')) throw new Error(secret);
    yield chunk;
  }
}

let bench: Workbench;
beforeEach(async () => {
  fault = null;
  alsoBroken = null;
  calls = 0;
  hits = 0;
  const model = wrap('model', { name: 'Model', findWindow: async () => null, streamReply });
  bench = await openWorkbench([], { models: { open: async () => model }, wrapPorts });
  // The file is so long that the next request depends on the model's window.
  await bench.write('a.txt', 'the content of a\n'.repeat(900));
});
afterEach(() => bench.close());

/** Drives a run as far as it goes; a person approves every request. */
async function driveToEnd(runId: Run['id']): Promise<Run> {
  for (let round = 0; round < 5; round += 1) {
    const run = await bench.drive(runId);
    if (run.state.status !== 'awaiting_approval') return run;
    await bench.decide(run, { decision: 'approve' });
  }
  throw new Error('The run asks again and again');
}

const isTelling = (event: { type: string; code?: string }) =>
  event.type === 'outcome_lost' || (event.type === 'run_failed' && event.code === 'internal_error');

async function expectToContinue(run: Run): Promise<void> {
  const broken = /^Something broke on the server\. Look for err_[0-9a-f]{32} in its log\.$/;
  expect(run.state).toMatchObject({ code: 'internal_error', message: expect.stringMatching(broken) });
  expect(canContinue(run)).toBe(true);
  fault = null;
  await continueRun(bench.services(), localActor, { runId: run.id });
  expect((await driveToEnd(run.id)).state.status).toBe('completed');
}

describe('a port that throws', () => {
  it.each(targets)(
    'at %s never leaves a run between states: it ends or waits, and one event tells it',
    async (target) => {
      let reached = 0;
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.boolean(), async (call, isAfterEffect) => {
          [fault, calls, hits] = [{ target, call, isAfterEffect, isForever: false }, 0, 0];
          const run = await driveToEnd(await bench.create());
          reached += hits;
          if (hits > 0) expect(bench.reported).not.toEqual([]);
          const { status } = run.state;
          expect(isTerminal(status) || status === 'outcome_unknown').toBe(true);
          const conversation = await createConversationStore(bench.database).find(run.conversationId);
          expect(conversation?.activeRunId ?? null).toBe(isTerminal(status) ? null : run.id);
          const events = await bench.runs.listEvents(run.id);
          expect(events.filter(({ event }) => isTelling(event))).toHaveLength(status === 'completed' ? 0 : 1);
          expect(JSON.stringify([events, run])).not.toContain(secret);
          expect(bench.bugs).toEqual([]);
          if (run.state.status === 'failed') await expectToContinue(run);
        }),
        { numRuns: 4, seed: 8, examples: [[1, false]] },
      );
      expect(reached).toBeGreaterThan(0);
    },
  );

  it('a release that throws after another exception leaves the run ended, and both are reported', async () => {
    fault = { target: 'policy.judge', call: 1, isAfterEffect: false, isForever: false };
    alsoBroken = 'runs.releaseLease';
    const run = await driveToEnd(await bench.create());
    expect(run.state).toMatchObject({ status: 'failed', code: 'internal_error' });
    expect(bench.reported).toHaveLength(2);
  });

  it('live updates that always throw do not fail the run', async () => {
    for (const name of methods.live) {
      [fault, calls] = [{ target: `live.${name}`, call: 1, isAfterEffect: false, isForever: true }, 0];
      expect((await driveToEnd(await bench.create())).state.status, name).toBe('completed');
    }
  });

  it('a database that cannot be written leaves the run for the next start, without endless retries', async () => {
    fault = { target: 'runs.commit', call: 1, isAfterEffect: false, isForever: true };
    const runId = await bench.create();
    expect((await bench.drive(runId)).state.status).toBe('queued');
    expect(hits).toBe(2);
    expect(bench.bugs).toEqual([]);
    fault = null;
    await bench.restart();
    expect((await driveToEnd(runId)).state.status).toBe('completed');
  });

  it('a call that is not safe to repeat and broke while it ran waits for a person', async () => {
    fault = { target: 'toolbox.execute', call: 2, isAfterEffect: true, isForever: false };
    const run = await driveToEnd(await bench.create());
    expect(run.state).toMatchObject({ status: 'outcome_unknown', errorId: expect.stringMatching(/^err_/) });
    expect(await bench.read('b.txt')).toBe('hello\n');
  });

  it('a result that could not be stored at first is stored with the end of the run', async () => {
    // Five commits store the start, the call and result of reading, and the request and start of the command.
    // The sixth holds the command's result.
    fault = { target: 'runs.commit', call: 6, isAfterEffect: false, isForever: false };
    const run = await driveToEnd(await bench.create());
    const types = (await bench.runs.listEvents(run.id)).map(({ event }) => event.type);
    expect(types.slice(-2)).toEqual(['tool_finished', 'run_failed']);
    expect(run.activeMs).toBeGreaterThan(0);
  });
});
