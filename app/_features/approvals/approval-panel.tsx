'use client';

import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import Link from 'next/link';
import { Suspense, useId } from 'react';
import type { ApprovalView } from '@/lib/contracts/approvals';
import { useApproval } from '../../_client/approval-queries';
import { ErrorNote } from '../../_ui/state/error-note';
import { useHasArrived } from '../../_ui/state/use-has-arrived';
import { ApprovalContent } from './approval-content';
import { ApprovalHead } from './approval-head';
import classes from './approval-panel.module.css';
import { DecisionBar } from './decision-bar';

const waysBack = [
  { href: '/approvals', label: 'Approvals' },
  { href: '/', label: 'Workflows' },
];

/** A request as part of a page; the same content, the same answers and the same keys as in the dialog. */
export function ApprovalPanel({ approvalId }: { approvalId: string }) {
  const { data: approval, error, refetch, isFetching } = useApproval(approvalId);
  const hasArrived = useHasArrived(approval);
  if (!approval && error) {
    return (
      <ErrorNote
        title="The request could not be loaded"
        error={error}
        onRetry={refetch}
        isRetrying={isFetching}
        waysBack={waysBack}
      />
    );
  }
  if (!approval || !hasArrived) return <Loading />;
  return (
    <Suspense fallback={<Loading />}>
      <Request approval={approval} />
    </Suspense>
  );
}

function Loading() {
  return (
    <Stack aria-busy>
      <VisuallyHidden>Loading…</VisuallyHidden>
      <Skeleton height={24} width="60%" />
      <Skeleton height={220} />
    </Stack>
  );
}

function Request({ approval }: { approval: ApprovalView }) {
  const titleId = useId();
  return (
    <article className={classes['panel']} aria-labelledby={titleId}>
      <div className={classes['head']}>
        <ApprovalHead approval={approval} titleId={titleId} />
        <Link href={`/conversations/${approval.conversationId}`} className={classes['link']}>
          {approval.conversationTitle} <IconArrowRight size={14} aria-hidden />
        </Link>
      </div>
      <div className={classes['body']}>
        <ApprovalContent approval={approval} />
      </div>
      <div className={classes['foot']}>
        <DecisionBar approval={approval} />
      </div>
    </article>
  );
}
