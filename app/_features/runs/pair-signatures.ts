import type { TimelineItem } from '@/lib/contracts/runs';

export type TimelineRow = { item: TimelineItem; signature: TimelineItem | null };

/**
 * Puts the only signature of a step on the step's own line. Several signatures, a rejection, and a decision
 * with words get their own lines.
 */
export function pairSignatures(items: readonly TimelineItem[]): TimelineRow[] {
  const rows: TimelineRow[] = [];
  for (const [index, item] of items.entries()) {
    const before = rows.at(-1);
    const isOnly = items[index + 1]?.kind !== 'decision';
    if (before?.item.kind === 'call' && before.signature === null && isPlainSignature(item) && isOnly)
      before.signature = item;
    else rows.push({ item, signature: null });
  }
  return rows;
}

function isPlainSignature({ kind, decision }: TimelineItem): boolean {
  return kind === 'decision' && decision?.decision === 'approved' && !decision.reason;
}
