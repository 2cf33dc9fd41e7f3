import type { ApprovalSummary } from '@/lib/contracts/approvals';
import { inSentence } from '@/lib/contracts/in-sentence';
import { HeadlineText } from '../../_ui/text/headline-text';
import { Highlighted } from '../../_ui/text/highlighted';
import { WaitingTime } from '../../_ui/time/waiting-time';
import { useWorkspaceName } from '../../_ui/workspaces/workspace-names';
import classes from './approvals.module.css';
import { ExpiresIn } from './expires-in';
import { RiskLabel } from './risk-label';
import { SignatureCount } from './signature-count';

type Props = {
  approval: ApprovalSummary;
  isSelected: boolean;
  /** The page shows the request beside the list. */
  isShown: boolean;
  onSelect: () => void;
  onOpen: () => void;
};

/** Focus and selection are one: Tab reaches only the selected row. */
export function ApprovalRow({ approval, isSelected, isShown, onSelect, onOpen }: Props) {
  const workspace = useWorkspaceName(approval.workspaceId);
  return (
    <button
      type="button"
      id={rowId(approval.id)}
      className={classes['row']}
      tabIndex={isSelected ? 0 : -1}
      aria-current={isShown ? 'true' : undefined}
      onFocus={onSelect}
      onClick={onOpen}
    >
      <span className={classes['headline']}>
        <HeadlineText text={approval.headline} />
      </span>
      <span className={classes['facts']}>
        {workspace !== null && (
          <>
            <Highlighted text={workspace} /> ·{' '}
          </>
        )}
        <Highlighted text={approval.workflowTitle} /> · {inSentence(approval.startedBy)}
      </span>
      <span className={classes['signs']}>
        <RiskLabel risk={approval.risk} />
        {approval.signatures && <SignatureCount signatures={approval.signatures} />}
        <span>
          waiting <WaitingTime since={approval.requestedAt} />
        </span>
        {approval.expiresAt !== null && <ExpiresIn iso={approval.expiresAt} />}
      </span>
    </button>
  );
}

export function rowId(approvalId: string): string {
  return `waiting-${approvalId}`;
}
