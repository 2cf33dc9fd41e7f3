import type { UsageView } from '@/lib/contracts/usage';

export type Grouping = 'model' | 'workflow';

/** Holds one day's tokens, with one count for each series. */
export type ChartDay = { label: string; tokens: readonly number[] };

export const mostSeries = 6;

/**
 * Adds tokens in and out for each day and series. The largest series come first. When there are too many, the
 * rest become one series.
 */
export function toChart(
  { days, rows }: UsageView,
  grouping: Grouping,
): { names: readonly string[]; days: ChartDay[] } {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(row[grouping], (sums.get(row[grouping]) ?? 0) + row.input + row.output);
  const ranked = [...sums].toSorted(([, one], [, other]) => other - one).map(([name]) => name);
  const own = ranked.length > mostSeries ? ranked.slice(0, mostSeries - 1) : ranked;
  const names = own.length < ranked.length ? [...own, 'All others'] : own;
  const toTokens = (day: string) => {
    const tokens = names.map(() => 0);
    for (const row of rows) {
      if (row.day !== day) continue;
      const series = own.includes(row[grouping]) ? own.indexOf(row[grouping]) : own.length;
      tokens[series] = (tokens[series] ?? 0) + row.input + row.output;
    }
    return tokens;
  };
  return { names, days: days.map((day) => ({ label: toDayLabel(day), tokens: toTokens(day) })) };
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Returns "Nov 22" for "2026-11-22". */
export function toDayLabel(day: string): string {
  const [, month, date] = day.split('-');
  return `${months[Number(month) - 1]} ${Number(date)}`;
}
