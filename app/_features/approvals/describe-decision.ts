import type { ApprovalView } from '@/lib/contracts/approvals';
import { inSentence } from '@/lib/shared/in-sentence';

/** The recorded decision, in one sentence. */
export function describeDecision({ status, decidedBy }: Pick<ApprovalView, 'status' | 'decidedBy'>): string {
  const who = inSentence(decidedBy ?? 'someone');
  switch (status) {
    case 'approved':
      return `Countersigned by ${who}`;
    case 'rejected':
      return `Rejected by ${who}`;
    case 'rejected_with_guidance':
      return `Rejected with guidance by ${who}`;
    case 'withdrawn':
      return 'Withdrawn: its run was stopped';
    case 'pending':
      return 'Waiting for a signature';
  }
}
