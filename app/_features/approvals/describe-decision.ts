import type { ApprovalView } from '@/lib/contracts/approvals';
import { decidedBy as decidedByWords } from '@/lib/contracts/decisions';
import { inSentence } from '@/lib/shared/in-sentence';

/** The recorded decision, in one sentence. */
export function describeDecision({ status, decidedBy }: Pick<ApprovalView, 'status' | 'decidedBy'>): string {
  switch (status) {
    case 'withdrawn':
      return 'Withdrawn: its run was stopped';
    case 'expired':
      return 'Expired: nobody decided in time';
    case 'pending':
      return 'Waiting for a signature';
    default:
      return `${decidedByWords[status]} ${inSentence(decidedBy ?? 'someone')}`;
  }
}
