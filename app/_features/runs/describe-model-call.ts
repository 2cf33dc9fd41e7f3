import { formatAmount, formatTokens } from '@/app/_ui/text/describe-usage';
import type { ModelCall } from '@/lib/contracts/runs';
import { formatDuration } from '../../_ui/time/format-time';

/**
 * Describes one reply of the model on one line: "4,100 tokens in (3,900 cached), 31 out · first token after
 * 0.4 s · 1.2 s".
 */
export function describeModelCall({ usage, firstTokenMs, durationMs }: ModelCall): string {
  const parts = ['Tokens not reported'];
  if (usage) {
    const { input, cached, output, reasoning } = usage;
    const ofInput = cached ? ` (${formatTokens(cached)} cached)` : '';
    const ofOutput = reasoning ? ` (${formatTokens(reasoning)} for reasoning)` : '';
    parts[0] = `${formatTokens(input)} tokens in${ofInput}, ${formatTokens(output)} out${ofOutput}`;
    if (usage.amountUsd !== null) parts.push(formatAmount(usage.amountUsd));
  }
  if (firstTokenMs !== null) parts.push(`first token after ${formatDuration(firstTokenMs)}`);
  return [...parts, `${formatDuration(durationMs)} in all`].join(' · ');
}
