import type { TokenUsage } from './usage';

/** How a model is asked. What is left out has its default, or is not sent. */
export type ModelTuning = {
  temperature?: number | undefined;
  /** The longest reply. */
  maxTokens?: number | undefined;
  /** The reply ends before the first of these. */
  stop?: readonly string[] | undefined;
  /** In the server's own words: "low". */
  reasoningEffort?: string | undefined;
  windowTokens?: number | undefined;
  prices?: TokenPrices | undefined;
};

/** US dollars for a million tokens. `cached` left out: as other tokens of a request. */
export type TokenPrices = { input: number; cached?: number | undefined; output: number };

/** A header, or a part of the query. Its value may be a secret. */
export type NameValue = { name: string; value: string };

export const defaultTemperature = 0.2;

/** The usage with its amount. What the server itself says it costs counts. */
export function withAmount(usage: TokenUsage, prices: TokenPrices | undefined): TokenUsage {
  if (!prices || usage.amountUsd !== undefined) return usage;
  const { input, cached = 0, output } = usage;
  const dollars =
    (input - cached) * prices.input + cached * (prices.cached ?? prices.input) + output * prices.output;
  return { ...usage, amountUsd: dollars / 1_000_000 };
}
