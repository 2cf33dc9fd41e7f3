import { quarterOf } from '../domain/usage';
import type { Database } from './database';
import type { UsageStore } from './stores.port';

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
const anyText = { lte: '\u{10FFFF}' };

/** Only values that this version writes: a damaged row is left out, and does not spoil the sums of the others. */
const isSound = {
  model: anyText,
  calls: counted,
  unreported: counted,
  input: counted,
  cached: counted,
  output: counted,
  reasoning: counted,
  unpriced: counted,
  AND: [
    { OR: [{ workflowId: null }, { workflowId: anyText }] },
    { OR: [{ amountUsd: null }, { amountUsd: { gte: 0, lte: Number.MAX_VALUE } }] },
  ],
};
const [firstQuarter, lastQuarter] = [new Date(0), new Date('9999-12-31')];

export function createUsageStore({ read }: Database): UsageStore {
  return {
    async listSince(from) {
      const rows = await read.usage.groupBy({
        by: ['quarter', 'workflowId', 'model'],
        where: { ...isSound, quarter: { gte: quarterOf(from), lte: lastQuarter } },
        orderBy: [{ quarter: 'asc' }, { workflowId: 'asc' }, { model: 'asc' }],
        _sum: sums,
      });
      return rows.map(({ quarter, workflowId, model, _sum }) => ({
        quarter: quarter.toISOString(),
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
      const sound = { ...isSound, quarter: { gte: firstQuarter, lte: lastQuarter } };
      const [all, readable] = await Promise.all([read.usage.count(), read.usage.count({ where: sound })]);
      // A row that was written in between is sound.
      return Math.max(0, all - readable);
    },
  };
}
