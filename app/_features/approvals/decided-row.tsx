import Link from 'next/link';
import type { ApprovalSummary } from '@/lib/contracts/approvals';
import { Highlighted } from '../../_ui/text/highlighted';
import { formatWaiting } from '../../_ui/time/format-time';
import { TimeAgo } from '../../_ui/time/time-ago';
import classes from './approvals.module.css';
import { describeDecision } from './describe-decision';

type Props = { approval: ApprovalSummary; search: string };

export function DecidedRow({ approval, search }: Props) {
  return (
    <Link href={`/approvals/${approval.id}`} className={classes['row']}>
      <span className={classes['headline']}>
        <Highlighted text={approval.headline} search={search} />
      </span>
      <span
        className={classes['decision']}
        data-decision={approval.status === 'approved' ? 'approved' : 'rejected'}
      >
        {describeDecision(approval)}
        {approval.decidedAt && (
          <>
            , <TimeAgo iso={approval.decidedAt} as="clock" />
          </>
        )}
      </span>
      <span className={classes['facts']}>
        {approval.workflowTitle} · {approval.startedBy}
        {approval.decidedAt &&
          ` · after ${formatWaiting(approval.requestedAt, new Date(approval.decidedAt))}`}
        {approval.reason && ` · “${approval.reason}”`}
      </span>
    </Link>
  );
}
