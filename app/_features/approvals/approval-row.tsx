import type { ApprovalSummary } from '@/lib/contracts/approvals';
import { HeadlineText } from '../../_ui/text/headline-text';
import { formatWaiting } from '../../_ui/time/format-time';
import { useNow } from '../../_ui/time/use-now';
import classes from './approvals.module.css';
import { RiskLabel } from './risk-label';

type Props = { approval: ApprovalSummary; isChosen: boolean; onChoose: () => void };

export function ApprovalRow({ approval, isChosen, onChoose }: Props) {
  const now = useNow(10_000);
  return (
    <button
      type="button"
      className={classes['row']}
      aria-current={isChosen ? 'true' : undefined}
      onClick={onChoose}
    >
      <span className={classes['headline']}>
        <HeadlineText text={approval.headline} />
      </span>
      <span className={classes['facts']}>
        {approval.workflowTitle} · {approval.startedBy}
      </span>
      <span className={classes['signs']}>
        <RiskLabel risk={approval.risk} />
        <span>waiting {formatWaiting(approval.requestedAt, now)}</span>
      </span>
    </button>
  );
}
