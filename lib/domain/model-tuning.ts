import type { TokenUsage } from './usage';

/** Says how a model is asked. A part that is left out has its default, or is not sent. */
export type ModelTuning = {
  temperature?: number | undefined;
  /** Limits the tokens of a reply. */
  maxTokens?: number | undefined;
  /** The reply ends before the first of these. */
  stop?: readonly string[] | undefined;
  /** Uses the server's own words, such as "low". */
  reasoningEffort?: string | undefined;
  windowTokens?: number | undefined;
  prices?: TokenPrices | undefined;
};

/**
 * Gives US dollars for a million tokens. Without `cached`, cached tokens cost as much as the other tokens of
 * a request.
 */
export type TokenPrices = { input: number; cached?: number | undefined; output: number };

/** Holds a header, or a part of the query. Its value may be a secret. */
export type NameValue = { name: string; value: string };

export const defaultTemperature = 0.2;

/** Adds the amount to the usage, unless the server itself reported one. */
export function withAmount(usage: TokenUsage, prices: TokenPrices | undefined): TokenUsage {
  if (!prices || usage.amountUsd !== undefined) return usage;
  const { input, cached = 0, output } = usage;
  const dollars =
    (input - cached) * prices.input + cached * (prices.cached ?? prices.input) + output * prices.output;
  return { ...usage, amountUsd: dollars / 1_000_000 };
}
