import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sampleCall, sampleRun } from './fixtures/sample-run';
import { ForbiddenTransition, reduceRun, TRANSITIONS } from './reduce-run';
import type { RunState, RunStatus } from './run';
import type { RunEvent } from './run-event';

const context = {
  at: new Date('2026-01-02T03:04:06.000Z'),
  by: 'usr_local' as const,
};
const call = sampleCall();
const approvalId = 'apr_00000000000000000000000000000001';
const awaiting = {
  status: 'awaiting_approval',
  call,
  approvalId,
  since: context.at,
  expiresAt: null,
  signatures: [],
} satisfies RunState;
const ok = {
  ok: true,
  summary: '1 line',
  modelText: 'Wrote 1 line.',
  detail: { kind: 'text', title: '', text: '', language: null },
} as const;
const failedOutcome = {
  ok: false,
  error: { code: 'unexpected', message: 'disk full' },
  detail: null,
} as const;

function requested(change: Partial<Extract<RunEvent, { type: 'tool_call_requested' }>> = {}): RunEvent {
  return {
    type: 'tool_call_requested',
    call,
    reply: '{}',
    commentary: '',
    approvalId,
    preview: [],
    foreseenError: null,
    activeMs: 7,
    ...change,
  };
}
const decide = (decision: Extract<RunEvent, { type: 'approval_decided' }>['decision']): RunEvent => ({
  type: 'approval_decided',
  approvalId,
  callId: call.id,
  decision,
  digest: 'd',
});

describe('a run is the sum of its events', () => {
  it('a call that must ask waits for a person and counts one step', () => {
    const run = reduceRun(
      sampleRun({ status: 'calling_model' }, { malformedReplies: 2 }),
      requested(),
      context,
    );
    expect(run).toMatchObject({
      state: { status: 'awaiting_approval', approvalId },
      steps: 1,
      malformedReplies: 0,
      activeMs: 7,
      version: 6,
    });
  });

  it('an allowed call is ready, a denied one goes back to the model', () => {
    const allow = sampleCall({ verdict: { ruleId: null, decision: 'allow', risk: 'low', reason: '' } });
    const deny = sampleCall({ verdict: { ruleId: null, decision: 'deny', risk: 'high', reason: 'no' } });
    const run = sampleRun({ status: 'calling_model' });
    expect(reduceRun(run, requested({ call: allow, approvalId: null }), context).state.status).toBe(
      'tool_ready',
    );
    expect(reduceRun(run, requested({ call: deny, approvalId: null }), context).state.status).toBe(
      'calling_model',
    );
  });

  it('approving makes exactly the stored call ready', () => {
    const run = reduceRun(sampleRun(awaiting), decide({ decision: 'approve' }), context);
    expect(run.state).toEqual({ status: 'tool_ready', call });
  });

  it('a replaced call waits without signatures, and an approval makes exactly it ready', () => {
    const replaced = sampleCall({ parameters: { path: 'b.txt', content: 'b' }, hash: 'another hash' });
    const event: RunEvent = { type: 'call_replaced', approvalId, call: replaced, preview: [] };
    const signed = { ...awaiting, signatures: [{ by: context.by, digest: 'd' }] };
    const waiting = reduceRun(sampleRun(signed), event, context);
    expect(waiting.state).toEqual({ ...awaiting, call: replaced, isReplaced: true });
    const approved = reduceRun(waiting, decide({ decision: 'approve' }), context);
    expect(approved.state).toEqual({ status: 'tool_ready', call: replaced });
    const others: RunEvent[] = [
      { ...event, approvalId: 'apr_00000000000000000000000000000002' },
      { ...event, call: { ...replaced, id: 'call_00000000000000000000000000000002' } },
    ];
    for (const other of others)
      expect(() => reduceRun(sampleRun(awaiting), other, context)).toThrow(ForbiddenTransition);
  });

  it('rejecting ends the run with its reason and who said so', () => {
    const run = reduceRun(sampleRun(awaiting), decide({ decision: 'reject', reason: 'not today' }), context);
    expect(run.state).toEqual({
      status: 'rejected',
      callId: call.id,
      reason: 'not today',
      by: context.by,
    });
  });

  it('rejecting with guidance goes back to the model and remembers the call', () => {
    const run = reduceRun(
      sampleRun(awaiting),
      decide({ decision: 'reject_with_guidance', guidance: 'use b.txt' }),
      context,
    );
    expect(run).toMatchObject({ state: { status: 'calling_model' }, rejectedCallHashes: [call.hash] });
  });

  it('a decision on another approval is refused', () => {
    const other = {
      ...decide({ decision: 'approve' }),
      approvalId: 'apr_00000000000000000000000000000002',
    } as RunEvent;
    expect(() => reduceRun(sampleRun(awaiting), other, context)).toThrow(ForbiddenTransition);
  });

  it('terminate: true ends with the real result, and as failed when the tool fails', () => {
    const last = sampleCall({ terminate: true });
    const running = sampleRun({ status: 'tool_running', call: last });
    const finish = (outcome: typeof ok | typeof failedOutcome): RunEvent => ({
      type: 'tool_finished',
      callId: last.id,
      outcome,
      durationMs: 3,
      activeMs: 3,
    });
    expect(reduceRun(running, finish(ok), context).state).toMatchObject({
      status: 'completed',
      endedBy: 'terminate',
      answer: expect.stringContaining('Wrote 1 line.'),
    });
    expect(reduceRun(running, finish(failedOutcome), context).state).toMatchObject({
      status: 'failed',
      code: 'tool_failed',
      message: 'disk full',
    });
  });

  it('terminate: false continues whether the tool worked or failed', () => {
    const running = sampleRun({ status: 'tool_running', call });
    for (const outcome of [ok, failedOutcome]) {
      const run = reduceRun(
        running,
        { type: 'tool_finished', callId: call.id, outcome, durationMs: 3, activeMs: 3 },
        context,
      );
      expect(run.state.status).toBe('calling_model');
    }
  });

  it('a direct run walks its plan and stops at the first failure', () => {
    const plan = [
      sampleCall(),
      sampleCall({ id: 'call_00000000000000000000000000000002', step: 2 }),
    ] as const;
    const start = reduceRun(
      sampleRun({ status: 'queued' }, { kind: 'direct', plan }),
      { type: 'run_started' },
      context,
    );
    expect(start.state).toEqual({ status: 'tool_ready', call: plan[0] });
    const running = { ...start, state: { status: 'tool_running' as const, call: plan[0] } };
    const finish = (outcome: typeof ok | typeof failedOutcome): RunEvent => ({
      type: 'tool_finished',
      callId: plan[0].id,
      outcome,
      durationMs: 1,
      activeMs: 1,
    });
    expect(reduceRun(running, finish(ok), context).state).toEqual({ status: 'tool_ready', call: plan[1] });
    expect(reduceRun(running, finish(failedOutcome), context).state).toMatchObject({
      status: 'failed',
      code: 'tool_failed',
    });
  });

  it('continuing after a limit starts with fresh limits; a failed tool cannot be continued', () => {
    const spent = { steps: 10, activeMs: 299_000, malformedReplies: 1 };
    const limited = sampleRun({ status: 'failed', code: 'step_limit', message: '' }, spent);
    expect(reduceRun(limited, { type: 'run_continued' }, context)).toMatchObject({
      state: { status: 'calling_model' },
      steps: 0,
      activeMs: 0,
      malformedReplies: 0,
    });
    const broken = sampleRun({ status: 'failed', code: 'tool_failed', message: '' });
    expect(() => reduceRun(broken, { type: 'run_continued' }, context)).toThrow(ForbiddenTransition);
  });

  it('a result that arrives after a stop is kept without changing the run’s outcome', () => {
    const stopped = sampleRun({ status: 'cancelled', by: context.by });
    const late = reduceRun(
      stopped,
      { type: 'tool_finished', callId: call.id, outcome: ok, durationMs: 1, activeMs: 1 },
      context,
    );
    expect(late.state).toEqual(stopped.state);
  });
});

describe('a request whose time is over', () => {
  const expiresAt = new Date('2026-01-02T04:00:00.000Z');
  const expired = { type: 'approval_expired', approvalId, callId: call.id } as const;

  it('waits until then, and is no rejection', () => {
    const waiting = reduceRun(sampleRun({ status: 'calling_model' }), requested({ expiresAt }), context);
    expect(waiting.state).toMatchObject({ status: 'awaiting_approval', expiresAt });
    const run = reduceRun(waiting, expired, context);
    expect(run.state).toEqual({ status: 'expired', callId: call.id });
    expect(run.rejectedCallHashes).toEqual([]);
  });

  it('can be asked about again: the run continues with fresh limits', () => {
    const run = sampleRun({ status: 'expired', callId: call.id }, { steps: 7, activeMs: 9_000 });
    expect(reduceRun(run, { type: 'run_continued' }, context)).toMatchObject({
      state: { status: 'calling_model' },
      steps: 0,
      activeMs: 0,
    });
  });

  it('is the one that the run waits for, and one that has such a time', () => {
    const other = { ...expired, approvalId: 'apr_00000000000000000000000000000002' } as const;
    const limited = sampleRun({ ...awaiting, expiresAt });
    expect(() => reduceRun(limited, other, context)).toThrow(ForbiddenTransition);
    expect(() => reduceRun(sampleRun(awaiting), expired, context)).toThrow(ForbiddenTransition);
  });

  it('can no longer be decided', () => {
    const run = sampleRun({ status: 'expired', callId: call.id });
    const decision = { decision: 'approve' } as const;
    expect(() =>
      reduceRun(
        run,
        { type: 'approval_decided', approvalId, callId: call.id, decision, digest: null },
        context,
      ),
    ).toThrow(ForbiddenTransition);
  });
});

describe('the transition table', () => {
  const terminal: RunStatus[] = ['completed', 'rejected'];
  it('has a row for every state, and nothing leaves completed or rejected', () => {
    expect(Object.keys(TRANSITIONS).sort()).toEqual([
      'awaiting_approval',
      'calling_model',
      'cancelled',
      'completed',
      'expired',
      'failed',
      'outcome_unknown',
      'queued',
      'rejected',
      'tool_ready',
      'tool_running',
    ]);
    for (const status of terminal) expect(TRANSITIONS[status]).toEqual({});
  });

  it('can be stopped in every state that is not an end', () => {
    for (const [status, row] of Object.entries(TRANSITIONS)) {
      const isEnd = ['completed', 'rejected', 'expired', 'cancelled', 'failed'].includes(status);
      expect('run_cancelled' in row, status).toBe(!isEnd);
    }
  });

  it('lets only an approval lead from waiting to a tool', () => {
    const leads = Object.entries(TRANSITIONS.awaiting_approval).map(([event]) => event);
    expect(leads.sort()).toEqual(['approval_decided', 'approval_expired', 'call_replaced', 'run_cancelled']);
  });
});

it('docs/how-it-works.md shows the same table', () => {
  const document = readFileSync('docs/how-it-works.md', 'utf8');
  const shown = [...document.matchAll(/^\| `(\w+)` \|[^|]+\| (.+) \|$/gm)].flatMap(
    ([, state = '', events = '']) =>
      state in TRANSITIONS ? [[state, [...events.matchAll(/`(\w+)`/g)].map(([, event]) => event)]] : [],
  );
  const table = Object.entries(TRANSITIONS).map(([state, row]) => [state, Object.keys(row)]);
  expect(shown).toEqual(table);
});
