import type { ApprovalView } from '../lib/contracts/approvals';
import type { DecisionBody } from '../lib/contracts/decisions';
import type { Actor } from '../lib/domain/actor';
import { decideApproval } from '../lib/use-cases/decide-approval';
import { getApprovalState } from '../lib/use-cases/get-approvals';

/**
 * Decides as a person does who looks at the request first: an approval without a digest approves what the
 * request shows now.
 */
export async function decideAsShown(
  services: Parameters<typeof decideApproval>[0],
  actor: Actor,
  { approvalId, ...answer }: { approvalId: string } & DecisionBody,
): Promise<ApprovalView> {
  if (answer.decision !== 'approve') return decideApproval(services, actor, { approvalId, ...answer });
  const { digest = (await getApprovalState(services, actor, { approvalId })).digest } = answer;
  return decideApproval(services, actor, { approvalId, decision: 'approve', digest });
}
