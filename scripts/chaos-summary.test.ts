import { expect, it } from 'vitest';
import { summarize } from './lib/chaos-summary.mjs';

it('the summary of the kills counts what was found by its kind, part by part and in all', () => {
  const stuck = { kind: 'stuck', text: 'job 4: it is queued' };
  const lines = summarize([
    { part: 'killed at random', done: { kills: 3 }, faults: [stuck], timesMs: { start: [30, 10, 20] } },
    { part: 'frozen', done: { freezes: 2 }, faults: [stuck, { kind: 'twice', text: '' }], timesMs: {} },
  ]);
  expect(lines).toEqual([
    'killed at random: 3 kills; 0 lost, 0 twice, 1 stuck, 0 spoiled',
    '  start: p50 20 ms, p95 30 ms, max 30 ms (3)',
    'frozen: 2 freezes; 0 lost, 1 twice, 1 stuck, 0 spoiled',
    'all: 0 lost, 1 twice, 2 stuck, 0 spoiled',
  ]);
});
