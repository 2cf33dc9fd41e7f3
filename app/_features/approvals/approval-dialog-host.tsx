'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useRunIfAny } from '../../_client/run-queries';
import { useRunWait } from '../../_client/use-run-wait';
import { useWatchedRunId } from '../../_client/watched-run';
import { onDemand } from '../../_ui/state/on-demand';
import { mayOfferApproval, openApproval, useOpenedApproval } from './open-approval';
import { RecordedNotice } from './recorded-notice';
import { RequestNotice } from './request-notice';
import { isTextInHand, useTyping } from './use-typing';

const ApprovalDialog = onDemand(() => import('./approval-dialog').then((module) => module.ApprovalDialog));

/**
 * Opens the dialog when the run that this tab watches needs a signature, on every page that does not show
 * requests itself. It waits while the person types, so that it takes no keystroke from the text.
 */
export function ApprovalDialogHost() {
  const isOnApprovals = usePathname().startsWith('/approvals');
  const openedId = useOpenedApproval();
  const { data: run } = useRunIfAny(useWatchedRunId());
  const waiting = useRunWait(run);
  // Who may not sign, or has signed, opens the request themselves, to read it.
  const maySign = waiting?.isForReader && waiting.whyNot === null;
  const approvalId = maySign ? (run?.header.approvalId ?? null) : null;
  const isTyping = useTyping();
  const [heldId, setHeldId] = useState<string | null>(null);

  useEffect(() => {
    const isOffered =
      openedId === null && approvalId !== null && !isOnApprovals && mayOfferApproval(approvalId);
    const isHeld = isOffered && isTyping && isTextInHand();
    setHeldId(isHeld ? approvalId : null);
    if (isOffered && !isHeld) openApproval(approvalId);
  }, [approvalId, isOnApprovals, openedId, isTyping]);

  if (openedId !== null) return <ApprovalDialog approvalId={openedId} />;
  return (
    <>
      {heldId !== null && <RequestNotice onOpen={() => openApproval(heldId)} />}
      <RecordedNotice />
    </>
  );
}
