import Link from 'next/link';
import { inSentence } from '@/lib/contracts/in-sentence';
import type { TimelineItem } from '@/lib/contracts/runs';
import { RevealedText } from '../../_ui/text/revealed-text';
import { TimeAgo } from '../../_ui/time/time-ago';
import classes from './decision-note.module.css';

type Decision = NonNullable<TimelineItem['decision']>;

/** Shows a decision on its own line, with the person's words. */
export function DecisionNote({ item, decision }: { item: TimelineItem; decision: Decision }) {
  return (
    <div className={classes['place']}>
      <DecisionLink item={item} decision={decision} />
      {decision.reason && (
        <span className={classes['reason']}>
          “<RevealedText text={decision.reason} />”
        </span>
      )}
    </div>
  );
}

/** Shows a quiet "✓ Signed 11:52" that links to the request. It names another person who signed. */
export function DecisionLink({ item, decision }: { item: TimelineItem; decision: Decision }) {
  const isApproval = decision.decision === 'approved';
  const by = inSentence(decision.by);
  return (
    <Link
      href={`/approvals/${decision.approvalId}`}
      className={classes['note']}
      data-decision={isApproval ? 'approved' : 'rejected'}
      title={item.headline}
    >
      {isApproval ? `✓ Signed${by === 'you' ? '' : ` by ${by}`}` : item.headline}{' '}
      <TimeAgo iso={item.at} as="clock" />
    </Link>
  );
}
