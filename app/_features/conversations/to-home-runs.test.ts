import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ConversationSummary } from '@/lib/contracts/conversations';
import { runStatus } from '@/lib/contracts/runs';
import { toHomeRuns } from './to-home-runs';

const conversation = fc.record({
  id: fc.integer({ min: 1, max: 12 }).map((number) => `cnv_${number}`),
  lastRunStatus: fc.constantFrom(null, ...runStatus.options),
  needsYou: fc.boolean(),
  updatedAt: fc.integer({ min: 0, max: 1e12 }).map((at) => new Date(at).toISOString()),
});
const pageOf = (from: fc.Arbitrary<{ id: string }>) =>
  fc.uniqueArray(from, { selector: ({ id }) => id }) as unknown as fc.Arbitrary<ConversationSummary[]>;

const active = ['queued', 'calling_model', 'tool_ready', 'tool_running'];
const needsYou = ['awaiting_approval', 'outcome_unknown'];

it('shows every conversation with a run once, under what its run does', () => {
  fc.assert(
    fc.property(pageOf(conversation), pageOf(conversation), (first, second) => {
      const { waiting, others, running, recent } = toHomeRuns(first, second);
      const statusesOf = (rows: ConversationSummary[]) =>
        rows.map(({ lastRunStatus }) => String(lastRunStatus));
      for (const list of [waiting, others])
        expect(statusesOf(list).filter((status) => !needsYou.includes(status))).toEqual([]);
      expect([waiting.every((one) => one.needsYou), others.some((one) => one.needsYou)]).toEqual([
        true,
        false,
      ]);
      expect(statusesOf(running).filter((status) => !active.includes(status))).toEqual([]);
      expect(
        statusesOf(recent).filter((status) => [...needsYou, ...active, 'null'].includes(status)),
      ).toEqual([]);
      const shown = [...waiting, ...others, ...running, ...recent].map(({ id }) => id);
      const known = new Map([...second, ...first].map((one) => [one.id, one]));
      const expected = [...known.values()].filter(({ lastRunStatus }) => lastRunStatus !== null);
      expect(shown.toSorted()).toEqual(expected.map(({ id }) => id).sort());
    }),
  );
});

it('has the longest wait first', () => {
  fc.assert(
    fc.property(pageOf(conversation), (rows) => {
      const times = toHomeRuns(rows, []).waiting.map(({ updatedAt }) => updatedAt);
      expect(times).toEqual(times.toSorted());
    }),
  );
});
