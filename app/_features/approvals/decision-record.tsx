import { IconSignature, IconSignatureOff } from '@tabler/icons-react';
import type { ApprovalView } from '@/lib/contracts/approvals';
import { RevealedText } from '../../_ui/text/revealed-text';
import { formatWaiting } from '../../_ui/time/format-time';
import { TimeAgo } from '../../_ui/time/time-ago';
import { CallResult } from './call-result';
import classes from './decision-bar.module.css';
import { describeDecision } from './describe-decision';

type Props = {
  approval: ApprovalView;
  /** Somebody else's decision was there before the one that was sent from here. */
  wasFaster: boolean;
  /** It was decided elsewhere while it was shown here. */
  isDecidedMeanwhile: boolean;
};

/** What was recorded. */
export function DecisionRecord({ approval, wasFaster, isDecidedMeanwhile }: Props) {
  const isApproved = approval.status === 'approved';
  const Icon = isApproved ? IconSignature : IconSignatureOff;
  return (
    <div className={classes['record']} data-decision={isApproved ? 'approved' : 'rejected'} role="status">
      <p className={classes['stamp']}>
        <Icon size={17} aria-hidden />
        {describeDecision(approval)}
        {approval.decidedAt && (
          <>
            , <TimeAgo iso={approval.decidedAt} as="clock" />
          </>
        )}
      </p>
      {approval.result && (
        <p className={classes['result']}>
          <CallResult result={approval.result} />
        </p>
      )}
      <p className={classes['result']}>
        {wasFaster && 'This was decided before your answer arrived; yours was not recorded. '}
        {isDecidedMeanwhile && 'This was decided elsewhere while you looked. '}
        {approval.reason && (
          <>
            “<RevealedText text={approval.reason} />”{' '}
          </>
        )}
        {approval.decidedAt &&
          `Decided after ${formatWaiting(approval.requestedAt, new Date(approval.decidedAt))}.`}
      </p>
    </div>
  );
}
