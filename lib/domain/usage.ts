/**
 * Counts the tokens of one model call, as its server reported them. A part that is left out was not reported.
 */
export type TokenUsage = {
  /** Counts the complete request, cached tokens included. */
  input: number;
  cached?: number | undefined;
  /** Counts the complete reply, reasoning included. */
  output: number;
  reasoning?: number | undefined;
  /** This is in US dollars. It is left out when no price is known. */
  amountUsd?: number | undefined;
};

/**
 * Says what one model used in a quarter of an hour. Every time zone has its midnight between two quarters.
 */
export type UsageEntry = {
  /** This is the start of the quarter (ISO 8601). */
  quarter: string;
  /** The server reports this name of its model. */
  model: string;
  calls: number;
  /** Counts the calls whose server reported no tokens. They are in no sum. */
  unreported: number;
  input: number;
  cached: number;
  output: number;
  reasoning: number;
  /** Null means that no call had a known price. */
  amountUsd: number | null;
  /** Counts the calls with tokens but without a known price. They are not in the amount. */
  unpriced: number;
};

export type UsageTotal = Omit<UsageEntry, 'quarter' | 'model'>;

export const noUsage: UsageTotal = {
  calls: 0,
  unreported: 0,
  input: 0,
  cached: 0,
  output: 0,
  reasoning: 0,
  amountUsd: null,
  unpriced: 0,
};

export const quarterMs = 15 * 60 * 1_000;

export function quarterOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / quarterMs) * quarterMs);
}

/** Adds one call. A null `usage` means that its server reported no tokens. */
export function addCall(
  entries: readonly UsageEntry[],
  { at, model, usage }: { at: Date; model: string; usage: TokenUsage | null },
): UsageEntry[] {
  const quarter = quarterOf(at).toISOString();
  const isSame = (entry: UsageEntry) => entry.quarter === quarter && entry.model === model;
  const before = entries.find(isSame) ?? { quarter, model, ...noUsage };
  const after = { ...before, ...addTotals(before, toTotal(usage)) };
  return [...entries.filter((entry) => !isSame(entry)), after];
}

export function sumUsage(totals: readonly UsageTotal[]): UsageTotal {
  return totals.reduce(addTotals, noUsage);
}

export function addTotals(one: UsageTotal, other: UsageTotal): UsageTotal {
  return {
    calls: one.calls + other.calls,
    unreported: one.unreported + other.unreported,
    input: one.input + other.input,
    cached: one.cached + other.cached,
    output: one.output + other.output,
    reasoning: one.reasoning + other.reasoning,
    amountUsd: addAmounts(one.amountUsd, other.amountUsd),
    unpriced: one.unpriced + other.unpriced,
  };
}

function addAmounts(one: number | null, other: number | null): number | null {
  return one === null && other === null ? null : (one ?? 0) + (other ?? 0);
}

function toTotal(usage: TokenUsage | null): UsageTotal {
  if (usage === null) return { ...noUsage, calls: 1, unreported: 1 };
  const { input, cached = 0, output, reasoning = 0, amountUsd = null } = usage;
  const unpriced = amountUsd === null ? 1 : 0;
  return { calls: 1, unreported: 0, input, cached, output, reasoning, amountUsd, unpriced };
}
