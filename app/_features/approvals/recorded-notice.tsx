import { useEffect } from 'react';
import { useApproval } from '../../_client/approval-queries';
import { HeadlineText } from '../../_ui/text/headline-text';
import { CallResult, isBadResult } from './call-result';
import { DecisionStamp } from './decision-stamp';
import { forgetRecorded, useRecorded } from './open-approval';
import classes from './recorded-notice.module.css';
import { useAboveDock } from './use-above-dock';

const shownForMs = { good: 4_000, bad: 8_000 };

/**
 * Shows the stamp in the moment of signing. It lies over the page, takes no click and disappears by itself.
 */
export function RecordedNotice() {
  const recorded = useRecorded();
  return recorded && <Notice key={recorded.id} approvalId={recorded.id} />;
}

function Notice({ approvalId }: { approvalId: string }) {
  const { data: approval } = useApproval(approvalId);
  const place = useAboveDock();
  const isBad = isBadResult(approval?.result ?? null);
  useEffect(() => {
    const timer = setTimeout(forgetRecorded, isBad ? shownForMs.bad : shownForMs.good);
    return () => clearTimeout(timer);
  }, [isBad]);
  if (!approval) return null;
  return (
    <div ref={place} className={classes['notice']} role="status">
      <DecisionStamp approval={approval} />
      <p className={classes['words']}>
        <HeadlineText text={approval.headline} />
        {approval.result && isBad && (
          <span className={classes['bad']}>
            {' '}
            · <CallResult result={approval.result} />
          </span>
        )}
      </p>
    </div>
  );
}
