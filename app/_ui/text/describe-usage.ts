import { countOf, formatCount } from '../../../lib/shared/quantities';

type Total = {
  calls: number;
  unreported: number;
  input: number;
  output: number;
  amountUsd: number | null;
  unpriced: number;
};

/** Sums up the tokens of several replies on one line: "12,400 tokens in, 800 out · $0.02". */
export function describeUsage({ calls, unreported, input, output, amountUsd, unpriced }: Total): string {
  if (unreported === calls) return 'tokens not reported';
  const parts = [`${formatTokens(input)} tokens in, ${formatTokens(output)} out`];
  if (unreported > 0) parts.push(`not reported for ${countOf(unreported, 'reply', 'replies')}`);
  if (amountUsd !== null) parts.push(`${formatAmount(amountUsd)}${unpriced > 0 ? ' or more' : ''}`);
  return parts.join(' · ');
}

/**
 * Writes "812", "12,437" or "1.2 million". It is exact below a million, so that the rows of a table add up to
 * its total.
 */
export function formatTokens(tokens: number): string {
  if (tokens < 1_000_000) return formatCount(tokens);
  return `${(tokens / 1_000_000).toFixed(1).replace(/\.0$/, '')} million`;
}

/** Writes US dollars: "$12.30", "$0.0012". Small amounts keep two significant digits. */
export function formatAmount(amountUsd: number): string {
  if (amountUsd === 0) return '$0';
  if (amountUsd >= 1) return `$${amountUsd.toFixed(2)}`;
  const rounded = Number(amountUsd.toPrecision(2));
  const digits = 1 - Math.floor(Math.log10(rounded));
  return `$${rounded.toFixed(Math.min(Math.max(digits, 2), 10))}`;
}
