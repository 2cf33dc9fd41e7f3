import type { ApprovalView } from '@/lib/contracts/approvals';

/**
 * Says what approving does now. Only the last signature has the call run, so an earlier one does not name it.
 */
export function nameAct({
  risk,
  act,
  signatures,
}: Pick<ApprovalView, 'risk' | 'act' | 'signatures'>): string {
  const number = (signatures?.given ?? 0) + 1;
  if (signatures && number < signatures.needed) return `Sign (${number} of ${signatures.needed})`;
  return (risk === 'high' && act) || 'Approve';
}
