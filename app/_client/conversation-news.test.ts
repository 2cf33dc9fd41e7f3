import { expect, test } from 'vitest';
import { isNews } from './conversation-news';

const request = { runId: 'run_2', approvalId: 'apr_2' };
const question = { runId: 'run_2', approvalId: null };
const risk = 'low' as const;
const runOf = (id: string, approvalId: string | null, headline?: string) => ({
  header: { id, approvalId, unknownOutcome: headline === undefined ? null : { headline, risk } },
});
const before = 1;
const listedAt = 2;
const after = 3;

test('what waits in a run that this tab does not know is news', () => {
  expect(isNews(request, listedAt, { run: undefined, at: 0 })).toBe(true);
  expect(isNews(request, listedAt, { run: runOf('run_1', null), at: before })).toBe(true);
  expect(isNews(question, listedAt, { run: runOf('run_1', null), at: before })).toBe(true);
});

test('what waits in a run that went on elsewhere is news', () => {
  expect(isNews(request, listedAt, { run: runOf('run_2', null), at: before })).toBe(true);
  expect(isNews(request, listedAt, { run: runOf('run_2', 'apr_1'), at: before })).toBe(true);
  expect(isNews(question, listedAt, { run: runOf('run_2', 'apr_1'), at: before })).toBe(true);
});

test('what the page shows is no news', () => {
  expect(isNews(request, listedAt, { run: runOf('run_2', 'apr_2'), at: before })).toBe(false);
  expect(isNews(question, listedAt, { run: runOf('run_2', null, 'Run `sleep 60`'), at: before })).toBe(false);
});

test('a list from before an answer makes no news of what was answered', () => {
  expect(isNews(request, listedAt, { run: runOf('run_2', null), at: after })).toBe(false);
  expect(isNews(question, listedAt, { run: runOf('run_2', null), at: after })).toBe(false);
  expect(isNews(request, listedAt, { run: runOf('run_3', null), at: after })).toBe(false);
});
