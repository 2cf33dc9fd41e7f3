import type { ApprovalView } from '@/lib/contracts/approvals';
import { decidedBy as decidedByWords } from '@/lib/contracts/decisions';
import { inSentence } from '@/lib/contracts/in-sentence';
import { assertNever } from '@/lib/shared/assert-never';

/** Describes the recorded decision in one sentence. */
export function describeDecision({
  status,
  decidedBy,
  signatures,
}: Pick<ApprovalView, 'status' | 'decidedBy' | 'signatures'>): string {
  switch (status) {
    case 'withdrawn':
      return `Canceled: ${inSentence(decidedBy ?? 'someone')} stopped the run`;
    case 'expired':
      return 'Expired: nobody decided in time';
    case 'pending':
      return signatures?.isYours
        ? 'You signed; it waits for another person’s signature'
        : 'Waiting for a signature';
    default:
      return `${decidedByWords[status]} ${inSentence(decidedBy ?? 'someone')}`;
  }
}

/** Nobody approved or rejected an expired or withdrawn request, so it looks like neither. */
export function toneOf(status: ApprovalView['status']): 'approved' | 'rejected' | 'undecided' {
  switch (status) {
    case 'approved':
      return 'approved';
    // What one person did alone stands out like a refusal.
    case 'glass_broken':
    case 'rejected':
    case 'rejected_with_guidance':
      return 'rejected';
    case 'pending':
    case 'expired':
    case 'withdrawn':
      return 'undecided';
    default:
      return assertNever(status);
  }
}
