'use client';

import { ActionIcon, CloseButton, FocusTrap, Modal, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { Suspense, useEffect, useId, useRef } from 'react';
import { IconChevronLeft, IconChevronRight } from '@/app/_ui/icons/icons';
import type { ApprovalView } from '@/lib/contracts/approvals';
import { useApproval, usePendingApprovals } from '../../_client/approval-queries';
import { useLayer } from '../../_ui/layer/use-layer';
import { useReading } from '../../_ui/reading/use-reading';
import { ScrollRegion } from '../../_ui/shell/scroll-region';
import { ErrorNote } from '../../_ui/state/error-note';
import { toPlainHeadline } from '../../_ui/text/code-parts';
import { ApprovalContent } from './approval-content';
import classes from './approval-dialog.module.css';
import { ApprovalHead } from './approval-head';
import { DecisionBar } from './decision-bar';
import { LastDecision } from './last-decision';
import { closeApproval, leaveApproval, openApproval, useRecorded } from './open-approval';

/** Shows one request over the current page. Closing it decides nothing. */
export function ApprovalDialog({ approvalId }: { approvalId: string }) {
  const { data: approval, error, refetch, isFetching } = useApproval(approvalId);
  const layer = useLayer(true, closeApproval);
  const others = useOthers(approvalId);

  return (
    <Modal.Root
      {...layer}
      opened
      onClose={closeApproval}
      size="58rem"
      centered
      closeOnClickOutside={false}
      classNames={{ root: classes['root'] ?? '', content: classes['dialog'] ?? '' }}
    >
      <Modal.Overlay />
      <Modal.Content
        aria-label={approval ? toPlainHeadline(approval.headline) : 'A request for your signature'}
        data-risk={approval?.risk}
      >
        <FocusTrap.InitialFocus />
        <div className={classes['top']}>
          <div className={classes['queue']}>
            {others.total > 1 && (
              <>
                <ActionIcon
                  variant="transparent"
                  color="gray"
                  aria-label="Previous request"
                  disabled={others.previous === null}
                  onClick={() => others.previous && openApproval(others.previous)}
                >
                  <IconChevronLeft size={18} aria-hidden />
                </ActionIcon>
                <span>
                  {others.place > 0 ? `${others.place} of ${others.total}` : `${others.total} more`}
                </span>
                <ActionIcon
                  variant="transparent"
                  color="gray"
                  aria-label="Next request"
                  disabled={others.next === null}
                  onClick={() => others.next && openApproval(others.next)}
                >
                  <IconChevronRight size={18} aria-hidden />
                </ActionIcon>
              </>
            )}
          </div>
          <CloseButton aria-label="Close without deciding" onClick={closeApproval} />
        </div>
        {approval ? (
          <Suspense fallback={<Loading />}>
            <Request
              key={approval.id}
              approval={approval}
              onDecided={() => leaveApproval(approval.id, others.next ?? others.previous)}
            />
          </Suspense>
        ) : error ? (
          <ErrorNote
            title="The request could not be loaded"
            error={error}
            onRetry={refetch}
            isRetrying={isFetching}
            waysBack={[]}
          />
        ) : (
          <Loading />
        )}
      </Modal.Content>
    </Modal.Root>
  );
}

function Request({ approval, onDecided }: { approval: ApprovalView; onDecided: () => void }) {
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const reading = useReading(approval.digest);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className={classes['request']}>
      <LastRecorded />
      <div className={classes['head']}>
        <ApprovalHead approval={approval} titleId={titleId} titleRef={title} />
      </div>
      <ScrollRegion label="What you sign" className={classes['body']}>
        <ApprovalContent approval={approval} reading={reading} />
      </ScrollRegion>
      <div ref={reading.bar} className={classes['foot']}>
        <DecisionBar approval={approval} reading={reading} onDecided={onDecided} />
      </div>
    </div>
  );
}

/** Shows the record of the request before this one. */
function LastRecorded() {
  const recorded = useRecorded();
  return recorded && <LastDecision approvalId={recorded.id} />;
}

function Loading() {
  return (
    <Stack p="lg" aria-busy>
      <VisuallyHidden>Loading…</VisuallyHidden>
      <Skeleton height={22} width="60%" />
      <Skeleton height={180} />
    </Stack>
  );
}

/** Finds the place of this request among all waiting requests. */
function useOthers(approvalId: string) {
  const { data, hasNextPage, fetchNextPage } = usePendingApprovals();
  const waiting = data?.approvals ?? [];
  const index = waiting.findIndex(({ id }) => id === approvalId);
  const isLastKnown = index === waiting.length - 1;
  useEffect(() => {
    if (isLastKnown && hasNextPage) void fetchNextPage();
  }, [isLastKnown, hasNextPage, fetchNextPage]);
  return {
    place: index + 1,
    total: data?.pendingCount ?? 0,
    previous: waiting[index - 1]?.id ?? null,
    // A decided request has left the list (its index is -1), so the first one is next.
    next: waiting[index + 1]?.id ?? null,
  };
}
