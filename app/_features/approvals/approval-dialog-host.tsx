'use client';

import dynamic from 'next/dynamic';
import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { useRunIfAny } from '../../_client/run-queries';
import { useWatchedRunId } from '../../_client/watched-run';
import { loadPart } from '../../_ui/state/load-part';
import { offerApproval, returnFocus, useOpenedApproval } from './open-approval';

const ApprovalDialog = dynamic(
  () => loadPart(() => import('./approval-dialog')).then((module) => module.ApprovalDialog),
  {
    ssr: false,
  },
);

/** Opens the dialog by itself when the run this tab watches needs a signature, on any page but the ones made for it. */
export function ApprovalDialogHost() {
  const pathname = usePathname();
  const openedId = useOpenedApproval();
  const { data: run } = useRunIfAny(useWatchedRunId());
  const approvalId = run?.header.approvalId ?? null;
  const isOnApprovals = pathname.startsWith('/approvals');

  useEffect(() => {
    if (openedId === null && approvalId !== null && !isOnApprovals) offerApproval(approvalId);
  }, [approvalId, isOnApprovals, openedId]);

  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && openedId === null) returnFocus();
    wasOpen.current = openedId !== null;
  }, [openedId]);

  return openedId !== null && <ApprovalDialog key={openedId} approvalId={openedId} />;
}
