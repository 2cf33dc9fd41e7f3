import { useApproval } from '../../_client/approval-queries';
import { HeadlineText } from '../../_ui/text/headline-text';
import classes from './approvals.module.css';
import { CallResult, isBadResult } from './call-result';
import { describeDecision } from './describe-decision';

/** Shows the latest decision and its outcome, because the list moves on before the outcome is known. */
export function LastDecision({ approvalId }: { approvalId: string }) {
  const { data: approval } = useApproval(approvalId);
  if (!approval) return null;
  return (
    <p
      className={classes['last']}
      data-glass={approval.status === 'glass_broken' || undefined}
      data-outcome={isBadResult(approval.result) ? 'bad' : undefined}
    >
      {describeDecision(approval)}: <HeadlineText text={approval.headline} />
      {approval.result && (
        <>
          {' '}
          · <CallResult result={approval.result} />
        </>
      )}
    </p>
  );
}
