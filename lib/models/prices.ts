import type { TokenPrices } from '../contracts/model-tuning';
import type { TokenUsage } from '../domain/usage';

/** Adds the amount to the usage, unless the server itself reported one. */
export function withAmount(usage: TokenUsage, prices: TokenPrices | undefined): TokenUsage {
  if (!prices || usage.amountUsd !== undefined) return usage;
  const { input, cached = 0, output } = usage;
  const dollars =
    (input - cached) * prices.input + cached * (prices.cached ?? prices.input) + output * prices.output;
  return { ...usage, amountUsd: dollars / 1_000_000 };
}
