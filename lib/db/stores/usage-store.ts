import { setImmediate as nextRound } from 'node:timers/promises';
import type { Reader } from '../../domain/reader';
import type { Database } from '../ports/database';
import type { UsageStore } from '../ports/stores.port';

const sums = {
  calls: true,
  unreported: true,
  input: true,
  cached: true,
  output: true,
  reasoning: true,
  amountUsd: true,
  unpriced: true,
} as const;

const counted = { gte: 0, lte: 2 ** 31 - 1 };
/** No run costs as much. PostgreSQL refuses to compare with a number near the largest one. */
const mostUsd = 1e15;
const anyText = { gte: '', lte: '\u{10FFFF}' };

/**
 * Selects only values that this version writes, so that a damaged row does not spoil the sums of the others.
 */
const isSound = {
  runId: anyText,
  model: anyText,
  workspaceId: anyText,
  calls: counted,
  unreported: counted,
  input: counted,
  cached: counted,
  output: counted,
  reasoning: counted,
  unpriced: counted,
  AND: [
    { OR: [{ workflowId: null }, { workflowId: anyText }] },
    { OR: [{ amountUsd: null }, { amountUsd: { gte: 0, lte: mostUsd } }] },
  ],
};
const [firstQuarter, lastQuarter] = [new Date(0), new Date('9999-12-31')];

/**
 * Checking a row takes 0.7 µs (docs/performance.md), so counting all rows of a year at once would stop the
 * event loop.
 */
const sliceMs = 14 * 24 * 60 * 60 * 1_000;

/** Sums what was used in the workspaces that `reader` is in. Null is the server itself. */
export function createUsageStore({ read }: Database, reader: Reader | null = null): UsageStore {
  const { workspaces = null } = reader ?? {};
  const isOpen = workspaces && { workspaceId: { in: [...workspaces.open] } };
  /** Counts slice by slice and skips the gaps between them. */
  const countSound = async (): Promise<number> => {
    let count = 0;
    for (let from = firstQuarter; ; ) {
      const first = await read.usage.findFirst({
        where: { quarter: { gte: from, lte: lastQuarter } },
        orderBy: { quarter: 'asc' },
        select: { quarter: true },
      });
      if (!first) return count;
      const start = first.quarter.getTime();
      // A damaged time cannot be counted from, so the rest is one slice.
      const to = new Date(Number.isNaN(start) ? lastQuarter : start + sliceMs);
      const end = to < lastQuarter ? { lt: to } : { lte: lastQuarter };
      count += await read.usage.count({ where: { ...isSound, quarter: { gte: from, ...end } } });
      if (to >= lastQuarter) return count;
      from = to;
      await nextRound();
    }
  };
  return {
    async sumBetween(from, to) {
      const rows = await read.usage.groupBy({
        by: ['workflowId', 'model'],
        where: { ...isSound, quarter: { gte: from, lt: to }, ...isOpen },
        // Kinds of databases differ in where they put null.
        orderBy: [{ workflowId: { sort: 'asc', nulls: 'first' } }, { model: 'asc' }],
        _sum: sums,
      });
      return rows.map(({ workflowId, model, _sum }) => ({
        workflowId,
        model,
        calls: _sum.calls ?? 0,
        unreported: _sum.unreported ?? 0,
        input: _sum.input ?? 0,
        cached: _sum.cached ?? 0,
        output: _sum.output ?? 0,
        reasoning: _sum.reasoning ?? 0,
        amountUsd: _sum.amountUsd,
        unpriced: _sum.unpriced ?? 0,
      }));
    },
    async countDamaged() {
      const [all, sound] = [await read.usage.count(), await countSound()];
      // A row that was written meanwhile is sound.
      return Math.max(0, all - sound);
    },
  };
}
