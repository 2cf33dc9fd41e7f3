import type { ApprovalView } from '../../contracts/approvals';
import type { DecisionBody } from '../../contracts/decisions';
import type { Actor } from '../../domain/actor';
import { decideApproval } from '../decide-approval';
import { getApprovalState } from '../get-approvals';

/** An approval may leave the digest out: then it is of what the request shows now. */
export type Answer =
  | Exclude<DecisionBody, { decision: 'approve' }>
  | { decision: 'approve'; digest?: string };

/** Decides as a person does, who looks at the request first. */
export async function decideAsShown(
  services: Parameters<typeof decideApproval>[0],
  actor: Actor,
  { approvalId, ...answer }: { approvalId: string } & Answer,
): Promise<ApprovalView> {
  if (answer.decision !== 'approve') return decideApproval(services, actor, { approvalId, ...answer });
  const { digest = (await getApprovalState(services, actor, { approvalId })).digest } = answer;
  return decideApproval(services, actor, { approvalId, decision: 'approve', digest });
}
