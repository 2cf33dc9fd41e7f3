import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ConversationSummary } from '@/lib/contracts/conversations';
import { groupByDay } from './group-by-day';

const now = new Date(2026, 9, 3, 14, 2);
const at = (updatedAt: Date): ConversationSummary => ({
  id: updatedAt.toISOString(),
  title: 'Tidy up',
  startedBy: 'You',
  isYours: true,
  isPrivate: false,
  workspaceId: 'main',
  needsYou: false,
  createdAt: updatedAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  lastRunStatus: null,
  lastRunStatusText: null,
  lastRunLine: null,
  lastRunException: null,
  lastRunIcon: null,
  lastRunDamage: null,
  excerpt: null,
});

it('days are those of the reader’s calendar, and named: today, yesterday, a weekday, a date', () => {
  const dates: [Date, string][] = [
    [new Date(2026, 9, 3, 14, 2), 'Today'],
    [new Date(2026, 9, 3, 0, 0), 'Today'],
    [new Date(2026, 9, 2, 23, 59), 'Yesterday'],
    [new Date(2026, 9, 2, 0, 0), 'Yesterday'],
    [new Date(2026, 9, 1, 23, 59), 'Thursday'],
    [new Date(2026, 8, 27, 12, 0), 'Sunday'],
    [new Date(2026, 8, 26, 12, 0), 'Sep 26'],
    [new Date(2025, 8, 26, 12, 0), 'Sep 26, 2025'],
  ];
  const days = groupByDay(
    dates.map(([date]) => at(date)),
    now,
  );
  const told = days.flatMap(({ label, conversations }) => conversations.map(({ id }) => [id, label]));
  expect(told).toEqual(dates.map(([date, label]) => [date.toISOString(), label]));
});

it('a clock of the server that is ahead makes no day of tomorrow', () => {
  expect(groupByDay([at(new Date(2026, 9, 4, 1))], now).map(({ label }) => label)).toEqual(['Today']);
});

it('every conversation is in one group, in its order, and no day comes twice', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 500 * 86_400 })), (ages) => {
      const list = ages.sort((a, b) => a - b).map((age) => at(new Date(now.getTime() - age * 1_000)));
      const days = groupByDay(list, now);
      expect(days.flatMap(({ conversations }) => conversations)).toEqual(list);
      const labels = days.map(({ label }) => label);
      expect(new Set(labels).size).toBe(labels.length);
    }),
  );
});
