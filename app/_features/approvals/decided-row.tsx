import Link from 'next/link';
import type { ApprovalSummary } from '@/lib/contracts/approvals';
import { inSentence } from '@/lib/contracts/in-sentence';
import { HeadlineText } from '../../_ui/text/headline-text';
import { Highlighted } from '../../_ui/text/highlighted';
import { RevealedText } from '../../_ui/text/revealed-text';
import { formatWaiting } from '../../_ui/time/format-time';
import { TimeAgo } from '../../_ui/time/time-ago';
import classes from './approvals.module.css';
import { CallResult } from './call-result';
import { describeDecision, toneOf } from './describe-decision';

type Props = { approval: ApprovalSummary; search: string };

export function DecidedRow({ approval, search }: Props) {
  return (
    <Link href={`/approvals/${approval.id}`} className={classes['row']}>
      <span className={classes['headline']}>
        <HeadlineText text={approval.headline} search={search} />
      </span>
      <span className={classes['outcome']}>
        <span className={classes['decision']} data-decision={toneOf(approval.status)}>
          {describeDecision(approval)}
          {approval.decidedAt && (
            <>
              , <TimeAgo iso={approval.decidedAt} as="clock" />
            </>
          )}
        </span>
        {approval.result && (
          <span className={classes['result']} data-result={approval.result.status}>
            <CallResult result={approval.result} />
          </span>
        )}
      </span>
      <span className={classes['facts']}>
        <Highlighted text={approval.workflowTitle} /> · {inSentence(approval.startedBy)}
        {approval.decidedAt &&
          ` · after ${formatWaiting(approval.requestedAt, new Date(approval.decidedAt))}`}
        {approval.reason && (
          <>
            {' '}
            · “<RevealedText text={approval.reason} />”
          </>
        )}
      </span>
    </Link>
  );
}
