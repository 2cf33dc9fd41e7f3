import { expect, test } from 'vitest';
import { runOutcome, runStatus } from '@/lib/contracts/runs';
import { hasActiveRun, hasRunningCall } from './needs-polling';

const ended: string[] = runOutcome.shape.kind.options;

test.each(runStatus.options)('a list with a run that is %s is polled unless that is an end', (status) => {
  const pages = [
    { conversations: [] },
    { conversations: [{ lastRunStatus: null }, { lastRunStatus: status }] },
  ];
  expect(hasActiveRun(pages)).toBe(!ended.includes(status));
});

test.each([
  ['running', true],
  ['done', false],
  ['failed', false],
  ['stopped', false],
  ['unknown', false],
] as const)('a list with a call that is %s is polled: %s', (status, isPolled) => {
  const result = { status, summary: null, warning: null };
  expect(hasRunningCall([{ approvals: [{ result: null }] }, { approvals: [{ result }] }])).toBe(isPolled);
});

test('a list without rows is not polled, nor is one that is not loaded', () => {
  expect([hasActiveRun([{ conversations: [] }]), hasRunningCall([{ approvals: [] }])]).toEqual([
    false,
    false,
  ]);
  expect([hasActiveRun(), hasRunningCall()]).toEqual([false, false]);
});
