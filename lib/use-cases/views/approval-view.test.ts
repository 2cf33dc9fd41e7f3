import { describe, expect, it } from 'vitest';
import { sampleCall } from '../../domain/fixtures/sample-run';
import type { RunState } from '../../domain/run';
import type { ToolErrorCode, ToolOutcome } from '../../domain/tool-call';
import { toCallResult } from './approval-view';

const call = sampleCall();
const calling: RunState = { status: 'calling_model' };
const cancelled: RunState = { status: 'cancelled', by: 'usr_local' };
const done: ToolOutcome = {
  ok: true,
  summary: '3 KB',
  modelText: '',
  detail: { kind: 'text', title: '', text: '', language: null },
};
const failed = (code: ToolErrorCode): ToolOutcome => ({
  ok: false,
  error: { code, message: 'Why.' },
  detail: null,
});

describe('the outcome of an approved call', () => {
  it.each<[string, ToolOutcome | null, RunState, Partial<ReturnType<typeof toCallResult>>]>([
    ['its result', done, calling, { status: 'done', summary: '3 KB' }],
    [
      'its result with a warning',
      { ...done, warning: 'Ended with exit code 1' },
      calling,
      { status: 'done', summary: '3 KB', warning: 'Ended with exit code 1' },
    ],
    ['its result, also when its run was stopped later', done, cancelled, { status: 'done', summary: '3 KB' }],
    ['its failure', failed('not_found'), calling, { status: 'failed', summary: 'Why.' }],
    ['that it was stopped', failed('stopped'), cancelled, { status: 'stopped', summary: 'Why.' }],
    ['nothing yet: it runs', null, { status: 'tool_running', call }, { status: 'running', summary: null }],
    ['nothing: its run was stopped first', null, cancelled, { status: 'stopped', summary: null }],
    [
      'unknown',
      null,
      { status: 'outcome_unknown', call, errorId: null },
      { status: 'unknown', summary: null },
    ],
  ])('is %s', (_fact, outcome, runState, result) => {
    expect(toCallResult({ id: call.id, outcome }, runState)).toEqual({ warning: null, ...result });
  });
});
