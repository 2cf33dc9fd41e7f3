import { describe, expect, it } from 'vitest';
import { sampleCall, sampleRun } from './fixtures/sample-run';
import { nextEffect } from './next-effect';
import { needsDriver, type RunState, type RunStatus } from './run';

const call = sampleCall();

describe('the next effect', () => {
  it('asks the model with the time that is left', () => {
    const run = sampleRun({ status: 'calling_model' }, { activeMs: 100_000 });
    expect(nextEffect(run)).toEqual({ type: 'call_model', timeLeftMs: 200_000 });
  });

  it('ends at the tenth step, not before', () => {
    expect(nextEffect(sampleRun({ status: 'calling_model' }, { steps: 9 })).type).toBe('call_model');
    expect(nextEffect(sampleRun({ status: 'calling_model' }, { steps: 10 }))).toMatchObject({
      type: 'fail_run',
      code: 'step_limit',
    });
  });

  it('ends at the fifth equal result, not before', () => {
    expect(nextEffect(sampleRun({ status: 'calling_model' }), { sameResults: 4, fault: null }).type).toBe(
      'call_model',
    );
    expect(nextEffect(sampleRun({ status: 'calling_model' }), { sameResults: 5, fault: null })).toMatchObject(
      {
        type: 'fail_run',
        code: 'repeated_calls',
      },
    );
  });

  it('ends at the third malformed reply in a row, not before', () => {
    expect(nextEffect(sampleRun({ status: 'calling_model' }, { malformedReplies: 2 })).type).toBe(
      'call_model',
    );
    expect(nextEffect(sampleRun({ status: 'calling_model' }, { malformedReplies: 3 }))).toMatchObject({
      type: 'fail_run',
      code: 'malformed_replies',
    });
  });

  it('ends when the active time is spent, before a model call and before a tool', () => {
    for (const state of [{ status: 'calling_model' } as const, { status: 'tool_ready', call } as const]) {
      expect(nextEffect(sampleRun(state, { activeMs: 300_000 }))).toMatchObject({
        type: 'fail_run',
        code: 'time_limit',
      });
    }
  });

  it('waits for a person however much time has passed', () => {
    const awaiting = {
      status: 'awaiting_approval',
      call,
      approvalId: 'apr_00000000000000000000000000000001',
      since: new Date(0),
      expiresAt: null,
      signatures: [],
    } as const;
    expect(nextEffect(sampleRun(awaiting, { activeMs: 400_000 }))).toEqual({ type: 'wait' });
    expect(nextEffect(sampleRun({ status: 'outcome_unknown', call, errorId: null }))).toEqual({
      type: 'wait',
    });
  });

  it('a tool that is found running has lost its process', () => {
    expect(nextEffect(sampleRun({ status: 'tool_running', call }))).toEqual({ type: 'recover_tool', call });
  });

  it('does nothing once the run has ended', () => {
    expect(nextEffect(sampleRun({ status: 'completed', answer: '', endedBy: 'text' }))).toEqual({
      type: 'stop',
    });
  });

  it('needs a driver in exactly the states in which there is something to do', () => {
    const by = 'usr_local';
    const approvalId = 'apr_00000000000000000000000000000001';
    const states: { [Status in RunStatus]: Extract<RunState, { status: Status }> } = {
      queued: { status: 'queued' },
      calling_model: { status: 'calling_model' },
      awaiting_approval: {
        status: 'awaiting_approval',
        call,
        approvalId,
        since: new Date(0),
        expiresAt: null,
        signatures: [],
      },
      tool_ready: { status: 'tool_ready', call },
      tool_running: { status: 'tool_running', call },
      outcome_unknown: { status: 'outcome_unknown', call, errorId: null },
      completed: { status: 'completed', answer: '', endedBy: 'text' },
      rejected: { status: 'rejected', callId: call.id, reason: null, by },
      expired: { status: 'expired', callId: call.id },
      cancelled: { status: 'cancelled', by },
      failed: { status: 'failed', code: 'step_limit', message: '' },
    };
    for (const state of Object.values(states)) {
      const { type } = nextEffect(sampleRun(state));
      expect([state.status, needsDriver(state.status)]).toEqual([
        state.status,
        type !== 'wait' && type !== 'stop',
      ]);
    }
  });
});
