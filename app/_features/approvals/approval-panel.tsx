'use client';

import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { type ReactNode, Suspense, useId } from 'react';
import type { ApprovalView } from '@/lib/contracts/approvals';
import { useApproval } from '../../_client/approval-queries';
import { useReading } from '../../_ui/reading/use-reading';
import { ScrollRegion } from '../../_ui/shell/scroll-region';
import { ErrorNote } from '../../_ui/state/error-note';
import { useHasArrived } from '../../_ui/state/use-has-arrived';
import { ApprovalContent } from './approval-content';
import { ApprovalHead } from './approval-head';
import classes from './approval-panel.module.css';
import { ConversationLink } from './conversation-link';
import { DecisionBar } from './decision-bar';

const waysBack = [
  { href: '/approvals', label: 'Approvals' },
  { href: '/', label: 'Workflows' },
];

type Props = {
  approvalId: string;
  /**
   * Beside a list, the panel scrolls inside itself, in the height `--room`. On its own page, the page
   * scrolls.
   */
  isBeside?: boolean;
  before?: ReactNode;
  onDecided?: () => void;
};

/** Shows a request as part of a page, with the same content, answers and keys as the dialog. */
export function ApprovalPanel({ approvalId, ...props }: Props) {
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
      <Request approval={approval} {...props} />
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

type RequestProps = Omit<Props, 'approvalId'> & { approval: ApprovalView };

function Request({ approval, isBeside = false, before, onDecided }: RequestProps) {
  const titleId = useId();
  const reading = useReading(approval.digest);
  const content = <ApprovalContent approval={approval} reading={reading} />;
  return (
    <article
      className={classes['panel']}
      data-beside={isBeside}
      data-risk={approval.risk}
      aria-labelledby={titleId}
    >
      {before}
      <div className={classes['head']}>
        <ApprovalHead approval={approval} titleId={titleId} />
        <ConversationLink {...approval} className={classes['link'] ?? ''} />
      </div>
      {isBeside ? (
        <ScrollRegion label="What you sign" className={classes['body']}>
          {content}
        </ScrollRegion>
      ) : (
        <div className={classes['body']}>{content}</div>
      )}
      <div ref={reading.bar} className={classes['foot']}>
        <DecisionBar approval={approval} reading={reading} onDecided={onDecided} />
      </div>
    </article>
  );
}
