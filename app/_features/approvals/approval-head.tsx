import type { Ref } from 'react';
import type { ApprovalView } from '@/lib/contracts/approvals';
import { inSentence } from '@/lib/contracts/in-sentence';
import { HeadlineText } from '../../_ui/text/headline-text';
import { Highlighted } from '../../_ui/text/highlighted';
import { formatFull } from '../../_ui/time/format-time';
import { WaitingTime } from '../../_ui/time/waiting-time';
import { useWorkspaceName } from '../../_ui/workspaces/workspace-names';
import classes from './approval-content.module.css';
import { ExpiresIn } from './expires-in';
import { RiskLabel } from './risk-label';
import { SignatureCount, signersOf } from './signature-count';

type Props = { approval: ApprovalView; titleId: string; titleRef?: Ref<HTMLHeadingElement> };

/** Says what the call will do, in the server's words, and how risky it is. */
export function ApprovalHead({ approval, titleId, titleRef }: Props) {
  const workspace = useWorkspaceName(approval.workspaceId);
  const isPending = approval.status === 'pending';
  const isCommand = approval.preview[0]?.kind === 'command';
  return (
    <header className={classes['head']}>
      <p className={classes['origin']}>
        {workspace !== null && (
          <>
            <Highlighted text={workspace} /> ·{' '}
          </>
        )}
        <Highlighted text={approval.workflowTitle} /> · step {approval.step} of {approval.maxSteps} · started
        by {inSentence(approval.startedBy)}
        {isPending && (
          <span title={formatFull(approval.requestedAt)}>
            {' · '}
            <span className={classes['waiting']}>
              waiting <WaitingTime since={approval.requestedAt} />
            </span>
          </span>
        )}
        {approval.expiresAt !== null && (
          <>
            {' · '}
            <ExpiresIn iso={approval.expiresAt} />
          </>
        )}
      </p>
      <h2 id={titleId} ref={titleRef} tabIndex={-1} className={classes['headline']}>
        {/* The block below shows the command itself, complete and as it is. */}
        {isCommand ? 'Run this command' : <HeadlineText text={approval.headline} />}
      </h2>
      <p className={classes['risk']}>
        <RiskLabel risk={approval.risk} />
        <span>
          <Highlighted text={approval.riskReason} />
        </span>
      </p>
      {(approval.signatures || approval.signedBy || approval.endsRun || approval.layers > 0) && (
        <p className={classes['facts']}>
          {approval.signatures && (
            <SignatureCount signatures={approval.signatures} by={signersOf(approval)} />
          )}
          {approval.signedBy && <span>Who may sign: {approval.signedBy}.</span>}
          {approval.endsRun && <span>The run ends with the result of this step.</span>}
          {approval.layers > 0 && (
            <span>The model wrapped this {describeTimes(approval.layers)}; shown decoded.</span>
          )}
        </p>
      )}
    </header>
  );
}

function describeTimes(count: number): string {
  if (count === 1) return 'once';
  return count === 2 ? 'twice' : `${count} times`;
}
