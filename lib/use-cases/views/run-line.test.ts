import { expect, it } from 'vitest';
import { localActor } from '../../domain/actor';
import { sampleCall } from '../../domain/fixtures/sample-run';
import type { RunState } from '../../domain/run';
import type { ApprovalId, CallId } from '../../shared/ids';
import { toException, toRunLine } from './run-line';

const call = sampleCall({ headline: 'Write 1 line to a.txt' });
const approvalId = 'apr_1' as ApprovalId;
const callId = 'call_1' as CallId;
const since = new Date(0);

it.each<[RunState, string | null, string | null]>([
  [{ status: 'queued' }, 'Starting', null],
  [{ status: 'calling_model' }, 'Thinking', null],
  [
    { status: 'awaiting_approval', call, approvalId, since, expiresAt: null, signatures: [] },
    call.headline,
    'Needs you',
  ],
  [{ status: 'outcome_unknown', call, errorId: null }, call.headline, 'Needs you'],
  [{ status: 'tool_ready', call }, call.headline, null],
  [{ status: 'tool_running', call }, call.headline, null],
  [{ status: 'completed', answer: '# Rent\n\nIt is **$900**.\nMore.', endedBy: 'text' }, 'It is $900.', null],
  [{ status: 'completed', answer: '', endedBy: 'terminate' }, null, null],
  [{ status: 'rejected', callId, reason: 'Not *this* one', by: localActor.id }, 'Not this one', 'Rejected'],
  [{ status: 'rejected', callId, reason: null, by: localActor.id }, null, 'Rejected'],
  [{ status: 'expired', callId }, null, 'Request expired'],
  [{ status: 'cancelled', by: localActor.id }, null, 'Stopped'],
  [
    { status: 'failed', code: 'step_limit', message: 'It took 10 steps.' },
    'It took 10 steps.',
    'Step limit reached',
  ],
])('%j has its line and its exception', (state, line, exception) => {
  expect(toRunLine(state)).toBe(line);
  expect(toException(state, true)).toBe(exception);
  const others = exception === 'Needs you' ? 'Waits for others' : exception;
  expect(toException(state, false)).toBe(others);
});
