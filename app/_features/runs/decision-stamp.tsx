import Link from 'next/link';
import type { TimelineItem } from '@/lib/contracts/runs';
import { RevealedText } from '../../_ui/text/revealed-text';
import { TimeAgo } from '../../_ui/time/time-ago';
import classes from './decision-stamp.module.css';

type Props = { decision: NonNullable<TimelineItem['decision']>; at: string };

const word = {
  approved: 'Countersigned by',
  rejected: 'Rejected by',
  rejected_with_guidance: 'Rejected with guidance by',
} as const;

/** Who decided what, when; it stays. */
export function DecisionStamp({ decision, at }: Props) {
  return (
    <div className={classes['place']}>
      <Link
        href={`/approvals/${decision.approvalId}`}
        className={classes['stamp']}
        data-decision={decision.decision === 'approved' ? 'approved' : 'rejected'}
      >
        {word[decision.decision]} {decision.by}, <TimeAgo iso={at} as="clock" />
      </Link>
      {decision.reason && (
        <span className={classes['reason']}>
          “<RevealedText text={decision.reason} />”
        </span>
      )}
    </div>
  );
}
