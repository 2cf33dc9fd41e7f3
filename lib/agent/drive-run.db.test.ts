import { afterEach, describe, expect, it, vi } from 'vitest';
import { openWorkbench, type Workbench } from '../../tests/open-workbench';
import {
  call,
  hang,
  type ScriptedReply,
  type ScriptedSource,
  scriptedModel,
} from '../../tests/scripted-model';
import { localActor, systemActor } from '../domain/actor';
import type { BoundModel } from '../domain/bound-model';
import { sampleCall } from '../domain/fixtures/sample-run';
import type { RunEvent } from '../domain/run-event';
import { sumUsage } from '../domain/usage';
import { createId } from '../shared/ids';
import { getApproval } from '../use-cases/get-approvals';
import { continueRun, settleOutcome, stopRun } from '../use-cases/steer-run';
import { hashCall } from './build-tool-call';
import type { DriverPorts } from './driver-ports';

let bench: Workbench;
const open = async (
  replies: ScriptedReply[],
  models: Partial<ScriptedSource> = {},
  wrapPorts = (ports: DriverPorts) => ports,
) => {
  bench = await openWorkbench(replies, { models, wrapPorts });
  return bench;
};
afterEach(async () => {
  vi.useRealTimers();
  await bench.close();
  expect(bench.bugs).toEqual([]);
  bench.script.expectUsedUp();
});

const limits = { maxSteps: 10, maxActiveMs: 300_000, maxMalformedReplies: 3 };
const read = call('read_file', { path: 'a.txt' });
const write = call('write_file', { path: 'b.txt', content: 'hello\n' });

describe('the agent loop', () => {
  it('a text reply ends the run and no tool is called', async () => {
    const { drive, create, eventTypes } = await open(['The answer is 42.']);
    const run = await drive(await create());
    expect(run).toMatchObject({
      state: { status: 'completed', answer: 'The answer is 42.', endedBy: 'text' },
      steps: 0,
    });
    expect(await eventTypes(run.id)).toEqual(['run_created', 'run_started', 'text_replied']);
  });

  it('terminate: false sends the result back and continues until a text reply', async () => {
    const { drive, create, script, write: put } = await open([read, read, 'Done.']);
    await put('a.txt', 'the content of a');
    const run = await drive(await create());
    expect(run).toMatchObject({ state: { status: 'completed', answer: 'Done.' }, steps: 2 });
    expect(script.requests[1]?.at(-1)?.content).toContain('the content of a');
    expect(script.requests[2]?.slice(0, 4)).toEqual(script.requests[1]);
  });

  it('terminate: true ends with the result and does not ask the model again', async () => {
    const { drive, create, script, write: put } = await open([call('read_file', { path: 'a.txt' }, true)]);
    await put('a.txt', 'the content of a');
    const run = await drive(await create());
    expect(run.state).toMatchObject({
      status: 'completed',
      endedBy: 'terminate',
      answer: expect.stringContaining('the content of a'),
    });
    expect(script.requests).toHaveLength(1);
  });

  it('terminate: true on a tool that fails ends the run as failed', async () => {
    const { drive, create } = await open([call('read_file', { path: 'missing.txt' }, true)]);
    expect((await drive(await create())).state).toMatchObject({ status: 'failed', code: 'tool_failed' });
  });

  it('a failed tool goes back to the model as an error', async () => {
    const { drive, create, script } = await open([
      call('read_file', { path: 'missing.txt' }),
      'It is not there.',
    ]);
    await drive(await create());
    expect(script.requests[1]?.at(-1)?.content).toMatch(/^\[Result: read_file, step 1, error not_found\]\n/);
  });

  it('two commits a step: the start of a tool is stored before it runs, its result before the next model call', async () => {
    const stored: string[][] = [];
    const { drive, create } = await open([
      read,
      async () => {
        stored.push(await bench.eventTypes(runId));
        return 'Done.';
      },
    ]);
    await bench.write('a.txt', 'x');
    const runId = await create();
    await drive(runId);
    expect(stored).toEqual([
      ['run_created', 'run_started', 'tool_call_requested', 'tool_started', 'tool_finished'],
    ]);
  });
});

describe('replies that cannot be read', () => {
  it('the model learns the reason and nothing is executed', async () => {
    const { drive, create, script } = await open([
      '{"tool": "read_file", "parameters": {"path": "a.txt"}}',
      'Sorry.',
    ]);
    const run = await drive(await create());
    expect(run).toMatchObject({ state: { status: 'completed' }, malformedReplies: 0, steps: 0 });
    expect(script.requests[1]?.at(-1)?.content).toMatch(/^Error \(missing_field\): .*terminate/);
  });

  it('three in a row end the run', async () => {
    const bad = '{"tool": "read_file", "parameters": ';
    const { drive, create, warnings } = await open([bad, bad, bad]);
    const run = await drive(await create());
    expect(run.state).toMatchObject({ status: 'failed', code: 'malformed_replies' });
    expect(warnings).toHaveLength(1);
  });

  it('a call that gives the same result again and again is told so once, and then ends the run', async () => {
    const look = call('list_files', {});
    const { drive, create, script, write: put } = await open([look, look, look, look, look]);
    await put('a.txt', 'x');
    const run = await drive(await create());
    expect(run.state).toMatchObject({ status: 'failed', code: 'repeated_calls' });
    expect(run.steps).toBe(5);
    const told = script.requests.map((messages) =>
      messages.at(-1)?.content.includes('You have this already'),
    );
    expect(told).toEqual([false, false, false, true, false]);
  });

  it('a valid call in between resets the count', async () => {
    const bad = '{"tool": "read_file", "parameters": ';
    const { drive, create, write: put } = await open([bad, bad, read, bad, bad, 'Done.']);
    await put('a.txt', 'x');
    expect((await drive(await create())).state.status).toBe('completed');
  });

  it('an unknown tool and wrong parameters count as malformed', async () => {
    const { drive, create } = await open([
      call('launch_rocket', {}),
      call('read_file', { path: 7 }),
      call('read_file', {}),
    ]);
    expect((await drive(await create())).state).toMatchObject({
      status: 'failed',
      code: 'malformed_replies',
    });
  });

  it('a reply that the provider cut off is never a call, however complete it looks', async () => {
    const { drive, create, eventTypes } = await open([{ content: write, finishReason: 'length' }, 'Done.']);
    const run = await drive(await create());
    expect(await eventTypes(run.id)).not.toContain('tool_call_requested');
  });

  it('a call with bytes that were not UTF-8 is malformed; an answer shows where they were', async () => {
    const damaged = call('read_file', { path: 'gr\uFFFDn.txt' });
    const native = { name: 'read_file', arguments: '{"path":"gr\uFFFDn.txt"}' };
    const { drive, create, eventTypes } = await open([
      { content: damaged, isDamaged: true },
      { toolCalls: [native], isDamaged: true },
      { content: 'It is gr\uFFFDn.', isDamaged: true },
    ]);
    const run = await drive(await create());
    expect(run.state).toMatchObject({ status: 'completed', answer: 'It is gr\uFFFDn.' });
    expect(await eventTypes(run.id)).not.toContain('tool_call_requested');
  });

  it('native tool calls take the same path; two in one reply are malformed', async () => {
    const native = { name: 'read_file', arguments: '"{\\"path\\":\\"a.txt\\"}"' };
    const {
      drive,
      create,
      write: put,
    } = await open([{ toolCalls: [native, native] }, { toolCalls: [native] }, 'Done.']);
    await put('a.txt', 'x');
    const run = await drive(await create());
    expect(run).toMatchObject({ state: { status: 'completed' }, steps: 1 });
  });
});

describe('limits', () => {
  it('the step limit ends the run with a warning, and continuing keeps all steps with fresh limits', async () => {
    const { drive, create, services, script, warnings, write: put } = await open([read, read, 'Done.']);
    await put('a.txt', 'x');
    const run = await drive(await create({ limits: { ...limits, maxSteps: 2 } }));
    expect(run.state).toMatchObject({ status: 'failed', code: 'step_limit' });
    expect(warnings).toEqual([
      { message: expect.any(String), facts: expect.objectContaining({ code: 'step_limit' }) },
    ]);
    await continueRun(services(), localActor, { runId: run.id });
    expect((await drive(run.id)).state.status).toBe('completed');
    expect(script.requests[2]).toHaveLength(6);
  });

  it('the time limit aborts a model call in flight', async () => {
    const { drive, create } = await open([hang]);
    const run = await drive(await create({ limits: { ...limits, maxActiveMs: 60 } }));
    expect(run.state).toMatchObject({ status: 'failed', code: 'time_limit' });
    expect(run.activeMs).toBeGreaterThanOrEqual(55);
  });

  it('the time limit aborts a tool in flight and keeps its output', async () => {
    const command = 'touch begun; sleep 300';
    const { drive, create, decide, eventTypes, read } = await open([call('run_command', { command })]);
    const run = await drive(await create({ limits: { ...limits, maxActiveMs: 20_000 } }));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await decide(run, { decision: 'approve' });
    while ((await read('begun').catch(() => null)) === null)
      await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(20_000);
    vi.useRealTimers();
    expect((await drive(run.id)).state).toMatchObject({ status: 'failed', code: 'time_limit' });
    expect((await eventTypes(run.id)).slice(-2)).toEqual(['tool_finished', 'run_failed']);
  });

  it('waiting for a person does not count, and a restart resets neither clock nor count', async () => {
    const { drive, create, restart } = await open([write]);
    const before = await drive(await create());
    vi.useFakeTimers({ toFake: ['performance', 'Date'] });
    vi.advanceTimersByTime(60_000);
    await restart();
    vi.advanceTimersByTime(60_000);
    const after = await bench.runs.find(before.id);
    expect(after).toMatchObject({
      activeMs: before.activeMs,
      steps: 1,
      state: { status: 'awaiting_approval' },
    });
  });
});

describe('the model of a run', () => {
  const bound: BoundModel = {
    provider: 'openai_compatible',
    baseUrl: 'http://127.0.0.1:9/v1',
    model: 'first',
    hasKey: true,
  };
  const second = { name: 'second at localhost', bound: { ...bound, model: 'second' } };

  it('is the one it started with at every step; when it is gone the run fails, and continuing binds the current one', async () => {
    const asked: (BoundModel | null)[] = [];
    const { model, expectUsedUp } = scriptedModel([write, 'Written.']);
    let isGone = false;
    const { drive, create, decide, services } = await open([], {
      inForce: async () => second,
      find: async () => null,
      open: async (wanted) => {
        asked.push(wanted);
        return isGone && wanted?.baseUrl !== undefined && wanted.model === 'first' ? null : model;
      },
    });
    const waiting = await drive(await create({ model: bound, modelName: 'first at localhost' }));
    isGone = true;
    await decide(waiting, { decision: 'approve' });
    const failed = await drive(waiting.id);
    expect(failed.state).toMatchObject({
      status: 'failed',
      code: 'model_unavailable',
      message: expect.stringContaining('first at localhost'),
    });
    await continueRun(services(), localActor, { runId: failed.id });
    expect(await drive(failed.id)).toMatchObject({
      state: { status: 'completed', answer: 'Written.' },
      modelName: 'second at localhost',
      model: second.bound,
    });
    expect(asked).toEqual([bound, bound, second.bound]);
    expectUsedUp();
  });

  it('each step records which model answered it', async () => {
    const { drive, create } = await open([{ content: read, model: 'first-2026-11' }, 'Done.']);
    await bench.write('a.txt', 'x');
    const run = await drive(await create({ model: bound }));
    const events = (await bench.runs.listEvents(run.id)).map(({ event }) => event);
    expect(events.find(({ type }) => type === 'tool_call_requested')).toMatchObject({
      answeredBy: 'first-2026-11',
    });
    expect(events.at(-1)).toMatchObject({ type: 'text_replied', answeredBy: 'first' });
  });

  it('each reply is stored with its tokens, a missing report included, and the run has their sum', async () => {
    const usage = { input: 100, cached: 60, output: 20 };
    const { drive, create } = await open([
      { content: read, usage, firstTokenMs: 12.4 },
      { content: 'Done.', usage: null },
    ]);
    await bench.write('a.txt', 'x');
    const run = await drive(await create({ model: bound }));
    const events = (await bench.runs.listEvents(run.id)).map(({ event }) => event);
    expect(events.find(({ type }) => type === 'tool_call_requested')).toMatchObject({
      usage,
      firstTokenMs: 12,
    });
    expect(events.at(-1)).toMatchObject({ type: 'text_replied', usage: null });
    const total = { calls: 2, unreported: 1, input: 100, cached: 60, output: 20, reasoning: 0 };
    expect(sumUsage(run.usage)).toMatchObject(total);
  });
});

describe('approvals', () => {
  it('a risky call waits, is executed when approved, and the run continues', async () => {
    const { drive, create, decide, read: get, dispatcher } = await open([write, 'Written.']);
    const waiting = await drive(await create());
    expect(waiting.state.status).toBe('awaiting_approval');
    expect(dispatcher.activeRuns()).toBe(0);
    await expect(get('b.txt')).rejects.toThrow();
    await decide(waiting, { decision: 'approve' });
    expect((await drive(waiting.id)).state).toMatchObject({ status: 'completed', answer: 'Written.' });
    expect(await get('b.txt')).toBe('hello\n');
  });

  it('the commit of the signature starts the call: its driver claims and commits nothing before it runs', async () => {
    const asked: string[] = [];
    const { drive, create, decide, eventTypes } = await open([write, 'Written.'], {}, (ports) => ({
      ...ports,
      runs: {
        ...ports.runs,
        claim: (...facts) => {
          asked.push('claim');
          return ports.runs.claim(...facts);
        },
        commit: (run, events, by) => {
          asked.push(...events.map(({ type }) => type));
          return ports.runs.commit(run, events, by);
        },
      },
    }));
    const waiting = await drive(await create());
    asked.length = 0;
    await decide(waiting, { decision: 'approve' });
    await bench.untilIdle();
    expect(asked).toEqual(['tool_finished', 'text_replied']);
    expect((await eventTypes(waiting.id)).slice(3, 5)).toEqual(['approval_decided', 'tool_started']);
    expect(await bench.read('b.txt')).toBe('hello\n');
  });

  it('rejecting ends the run: nothing is executed, the reason is kept', async () => {
    const { drive, create, decide, read: get } = await open([write]);
    const waiting = await drive(await create());
    await decide(waiting, { decision: 'reject', reason: 'not today' });
    expect((await drive(waiting.id)).state).toMatchObject({
      status: 'rejected',
      reason: 'not today',
      by: localActor.id,
    });
    await expect(get('b.txt')).rejects.toThrow();
  });

  it('rejecting with guidance lets the model try something else, and denies the same call without asking', async () => {
    const { drive, create, decide, script } = await open([write, write, 'I give up.']);
    const waiting = await drive(await create());
    await decide(waiting, { decision: 'reject_with_guidance', guidance: 'use c.txt' });
    expect((await drive(waiting.id)).state).toMatchObject({ status: 'completed', answer: 'I give up.' });
    expect(script.requests[1]?.at(-1)?.content).toContain('use c.txt');
    expect(script.requests[2]?.at(-1)?.content).toContain('denied_by_policy');
  });

  it('the page of a request shows the call that the run holds and will execute, not a copy of it', async () => {
    const { drive, create, database, services } = await open([write]);
    const { state } = await drive(await create());
    if (state.status !== 'awaiting_approval') throw new Error(state.status);
    const parametersJson = JSON.stringify({ path: 'other.txt', content: 'x' });
    await database.write((transaction) =>
      transaction.toolCall.update({ where: { id: state.call.id }, data: { parametersJson } }),
    );
    const view = await getApproval(services(), localActor, { approvalId: state.approvalId });
    expect(JSON.stringify(view.parameters)).toContain('b.txt');
    expect(JSON.stringify(view.parameters)).not.toContain('other.txt');
  });

  it('terminate: true never skips an approval', async () => {
    const { drive, create, decide } = await open([call('write_file', { path: 'b.txt', content: 'x' }, true)]);
    const waiting = await drive(await create());
    expect(waiting.state.status).toBe('awaiting_approval');
    await decide(waiting, { decision: 'approve' });
    expect((await drive(waiting.id)).state).toMatchObject({ status: 'completed', endedBy: 'terminate' });
  });

  it('approving one call approves nothing else', async () => {
    const again = call('write_file', { path: 'c.txt', content: 'x' });
    const { drive, create, decide } = await open([write, again]);
    const first = await drive(await create());
    await decide(first, { decision: 'approve' });
    const second = await drive(first.id);
    expect(second.state).toMatchObject({
      status: 'awaiting_approval',
      call: { parameters: { path: 'c.txt' } },
    });
  });

  it('a tool outside the workflow is denied when it is called, whatever the prompt listed', async () => {
    const { drive, create, script, read: get } = await open([write, 'I may not.']);
    await drive(await create({ tools: ['read_file'] }));
    expect(script.requests[1]?.at(-1)?.content).toContain('denied_by_policy');
    await expect(get('b.txt')).rejects.toThrow();
  });

  it('a file that changes between the signature and the execution is not overwritten', async () => {
    const edit = call('edit_file', { path: 'a.txt', old_text: 'one', new_text: 'two' });
    const { drive, create, runs, read: get, script } = await open([edit, 'It changed.']);
    await bench.write('a.txt', 'one');
    const waiting = await drive(await create());
    if (waiting.state.status !== 'awaiting_approval') throw new Error('Nothing waits');
    const { approvalId, call: asked } = waiting.state;
    const approved: RunEvent = {
      type: 'approval_decided',
      approvalId,
      callId: asked.id,
      decision: { decision: 'approve' },
      digest: null,
    };
    await runs.commit(waiting, [approved], { actor: localActor, owner: null });
    await bench.write('a.txt', 'one, and a person was here');
    await drive(waiting.id);
    expect(await get('a.txt')).toBe('one, and a person was here');
    expect(script.requests[1]?.at(-1)?.content).toContain('target_changed');
  });

  it('20 simultaneous decisions: one wins, the others learn of it, the call runs once', async () => {
    const { drive, create, decide, eventTypes } = await open([write, 'Written.']);
    const waiting = await drive(await create());
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        decide(waiting, index % 2 ? { decision: 'approve' } : { decision: 'approve' }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1);
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'already_decided' });
    await drive(waiting.id);
    expect((await eventTypes(waiting.id)).filter((type) => type === 'tool_started')).toHaveLength(1);
  });

  it('a pending approval survives a restart and is then carried out', async () => {
    const { drive, create, decide, restart, read: get } = await open([write, 'Written.']);
    const waiting = await drive(await create());
    await restart();
    await decide(waiting, { decision: 'approve' });
    expect((await bench.drive(waiting.id)).state.status).toBe('completed');
    expect(await get('b.txt')).toBe('hello\n');
  });
});

describe('stopping', () => {
  it('a pending request is withdrawn and can no longer be approved', async () => {
    const { drive, create, decide, services } = await open([write]);
    const waiting = await drive(await create());
    await stopRun(services(), localActor, { runId: waiting.id });
    await expect(decide(waiting, { decision: 'approve' })).rejects.toMatchObject({
      code: 'already_decided',
      message: 'This request was canceled because its run was stopped.',
    });
    expect((await bench.runs.find(waiting.id))?.state).toMatchObject({
      status: 'cancelled',
      by: localActor.id,
    });
  });

  it('aborts a model call in flight', async () => {
    const { create, drive, services, dispatcher } = await open([hang]);
    const runId = await create();
    dispatcher.dispatch(runId, localActor.id, 'main');
    while (bench.script.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await stopRun(services(), localActor, { runId });
    expect((await drive(runId)).state.status).toBe('cancelled');
  });

  it('kills a command and keeps its result with the call', async () => {
    const { drive, create, decide, services, eventTypes } = await open([
      call('run_command', { command: 'sleep 60' }),
    ]);
    const waiting = await drive(await create());
    await decide(waiting, { decision: 'approve' });
    while ((await bench.runs.find(waiting.id))?.state.status !== 'tool_running')
      await new Promise((resolve) => setTimeout(resolve, 5));
    await stopRun(services(), localActor, { runId: waiting.id });
    expect((await drive(waiting.id)).state.status).toBe('cancelled');
    expect((await eventTypes(waiting.id)).slice(-2)).toEqual(['run_cancelled', 'tool_finished']);
  });
});

describe('a crash inside a tool', () => {
  /** Stores a run whose process died after the tool started. */
  async function crashInside(tool: string, parameters: Record<string, string>, isIdempotent: boolean) {
    const runId = await bench.create();
    const run = await bench.runs.find(runId);
    if (!run) throw new Error('no run');
    const stored = sampleCall({
      id: createId('call'),
      tool,
      parameters,
      hash: hashCall({ tool, parameters }),
      isIdempotent,
      verdict: { ruleId: null, decision: 'allow', risk: 'low', reason: '' },
    });
    const events: RunEvent[] = [
      { type: 'run_started' },
      {
        type: 'tool_call_requested',
        call: stored,
        reply: '{}',
        commentary: '',
        approvalId: null,
        preview: [],
        foreseenError: null,
        activeMs: 1,
      },
      { type: 'tool_started', callId: stored.id },
    ];
    await bench.runs.commit(run, events, { actor: systemActor, owner: null });
    return runId;
  }

  it('never runs a tool twice that is not safe to repeat: a person is asked', async () => {
    await open([]);
    const runId = await crashInside('write_file', { path: 'b.txt', content: 'x' }, false);
    expect((await bench.drive(runId)).state.status).toBe('outcome_unknown');
    expect(await bench.eventTypes(runId)).not.toContain('tool_finished');
    await expect(bench.read('b.txt')).rejects.toThrow();
  });

  it('runs a safe one again', async () => {
    await open(['Done.']);
    await bench.write('a.txt', 'x');
    const runId = await crashInside('read_file', { path: 'a.txt' }, true);
    expect((await bench.drive(runId)).state.status).toBe('completed');
    expect(await bench.eventTypes(runId)).toContain('tool_rescheduled');
  });

  it('the person may say that it worked, in their own words', async () => {
    await open(['Thank you.']);
    const runId = await crashInside('write_file', { path: 'b.txt', content: 'x' }, false);
    await bench.drive(runId);
    await settleOutcome(bench.services(), localActor, {
      runId,
      choice: 'worked',
      result: 'I looked: it is there.',
    });
    expect((await bench.drive(runId)).state.status).toBe('completed');
    expect(bench.script.requests[0]?.at(-1)?.content).toContain('I looked: it is there.');
  });

  it('the person may have it run again, or end it', async () => {
    await open(['Done.']);
    const again = await crashInside('write_file', { path: 'b.txt', content: 'x' }, false);
    await bench.drive(again);
    await settleOutcome(bench.services(), localActor, { runId: again, choice: 'run_again' });
    expect((await bench.drive(again)).state.status).toBe('completed');
    expect(await bench.read('b.txt')).toBe('x');
    const ended = await crashInside('write_file', { path: 'c.txt', content: 'x' }, false);
    await bench.drive(ended);
    await settleOutcome(bench.services(), localActor, { runId: ended, choice: 'abort' });
    expect((await bench.runs.find(ended))?.state.status).toBe('cancelled');
  });
});
