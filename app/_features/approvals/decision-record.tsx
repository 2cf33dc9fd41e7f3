import { IconAlertTriangle } from '@/app/_ui/icons/icons';
import type { ApprovalView } from '@/lib/contracts/approvals';
import { ScrollRegion } from '../../_ui/shell/scroll-region';
import { RevealedText } from '../../_ui/text/revealed-text';
import { UnsentWords } from '../../_ui/text/unsent-words';
import { formatWaiting } from '../../_ui/time/format-time';
import { CallResult, isBadResult } from './call-result';
import classes from './decision-record.module.css';
import { DecisionStamp } from './decision-stamp';
import { toneOf } from './describe-decision';

type Props = {
  approval: ApprovalView;
  /** The server recorded someone else's decision before the one from this page. */
  isDecidedByOther: boolean;
  /** Someone decided the request elsewhere while this page showed it. */
  isDecidedMeanwhile: boolean;
  /** The person wrote these words for an answer that was never sent. */
  unsentWords: string;
};

/** Shows the recorded decision and its outcome. */
export function DecisionRecord({ approval, isDecidedByOther, isDecidedMeanwhile, unsentWords }: Props) {
  const tone = toneOf(approval.status);
  const isExpired = approval.status === 'expired';
  const isBad = isBadResult(approval.result);
  return (
    <div
      className={classes['record']}
      data-decision={tone}
      data-outcome={isBad ? 'bad' : undefined}
      role="status"
    >
      <DecisionStamp approval={approval} />
      {approval.result && (
        <p className={`${classes['result']} ${classes['outcome']}`}>
          {isBad && <IconAlertTriangle size={16} aria-hidden />}
          <span>
            <CallResult result={approval.result} />
          </span>
        </p>
      )}
      <p className={classes['result']}>
        <span>
          {isExpired && 'Nothing was executed. '}
          {isDecidedByOther &&
            (isExpired
              ? 'Your answer came too late and was not recorded. '
              : 'This was decided before your answer arrived; yours was not recorded. ')}
          {isDecidedMeanwhile && !isExpired && 'This was decided elsewhere while you had it open. '}
          {approval.decidedAt &&
            `${tone === 'undecided' ? 'It waited' : 'Decided after'} ${formatWaiting(approval.requestedAt, new Date(approval.decidedAt))}.`}
        </span>
      </p>
      {approval.reason && (
        <ScrollRegion label="Reason" className={classes['words']}>
          “<RevealedText text={approval.reason} />”
        </ScrollRegion>
      )}
      <UnsentWords words={unsentWords} />
    </div>
  );
}
