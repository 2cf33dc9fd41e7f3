import { IconHourglassEmpty, IconSignature, IconSignatureOff } from '@/app/_ui/icons/icons';
import type { ApprovalView } from '@/lib/contracts/approvals';
import { TimeAgo } from '../../_ui/time/time-ago';
import { isBadResult } from './call-result';
import classes from './decision-record.module.css';
import { describeDecision, toneOf } from './describe-decision';

const icons = { approved: IconSignature, rejected: IconSignatureOff, undecided: IconHourglassEmpty };

/** Shows "Countersigned by you, 14:02". A call that was signed but not done does not look like a success. */
export function DecisionStamp({ approval }: { approval: ApprovalView }) {
  const tone = toneOf(approval.status);
  const Icon = icons[tone];
  return (
    <p
      className={classes['stamp']}
      data-decision={tone}
      data-outcome={isBadResult(approval.result) ? 'bad' : undefined}
    >
      <Icon size={17} aria-hidden />
      <span>
        {describeDecision(approval)}
        {approval.decidedAt && (
          <>
            , <TimeAgo iso={approval.decidedAt} as="clock" />
          </>
        )}
      </span>
    </p>
  );
}
