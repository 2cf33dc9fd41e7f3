import Link from 'next/link';
import type { TimelineItem } from '@/lib/contracts/runs';
import { RevealedText } from '../../_ui/text/revealed-text';
import { TimeAgo } from '../../_ui/time/time-ago';
import classes from './decision-stamp.module.css';

type Props = { headline: string; decision: NonNullable<TimelineItem['decision']>; at: string };

/** The decision, with its person and time; it links to the request. */
export function DecisionStamp({ headline, decision, at }: Props) {
  return (
    <div className={classes['place']}>
      <Link
        href={`/approvals/${decision.approvalId}`}
        className={classes['stamp']}
        data-decision={decision.decision === 'approved' ? 'approved' : 'rejected'}
      >
        {headline}, <TimeAgo iso={at} as="clock" />
      </Link>
      {decision.reason && (
        <span className={classes['reason']}>
          “<RevealedText text={decision.reason} />”
        </span>
      )}
    </div>
  );
}
