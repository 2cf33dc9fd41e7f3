'use client';

import { Kbd, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { IconSignature } from '@/app/_ui/icons/icons';
import { usePendingApprovals } from '../../_client/approval-queries';
import { usePageKeys } from '../../_ui/keys/use-page-keys';
import { SheetList } from '../../_ui/shell/sheet-list';
import { DamagedRows } from '../../_ui/state/damaged-rows';
import { EmptyNote } from '../../_ui/state/empty-note';
import { ErrorNote } from '../../_ui/state/error-note';
import { LoadingRows } from '../../_ui/state/loading-rows';
import { NextPage } from '../../_ui/state/next-page';
import { useHasArrived } from '../../_ui/state/use-has-arrived';
import { ApprovalRow, rowId } from './approval-row';
import classes from './approvals.module.css';
import { RequestBeside } from './request-beside';
import { useSelection } from './use-selection';

/**
 * Shows the queue. In a wide window, the selected request is beside it. In a narrow window, the request opens
 * on its own page.
 */
export function WaitingApprovals() {
  const router = useRouter();
  const isWide = useMediaQuery('(min-width: 62em)') ?? false;
  const list = usePendingApprovals();
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = list;
  const hasArrived = useHasArrived(data);
  const waiting = data?.approvals ?? [];
  const selection = useSelection(waiting);
  const movesFocus = useRef(false);

  const move = (by: number) => {
    movesFocus.current = true;
    if (!selection.move(by) && by > 0 && hasNextPage) void fetchNextPage();
  };
  usePageKeys([
    ['j', () => move(1)],
    ['k', () => move(-1)],
  ]);
  useEffect(() => {
    if (selection.id === null || !movesFocus.current) return;
    movesFocus.current = false;
    const row = document.getElementById(rowId(selection.id));
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  }, [selection.id]);

  if (error && !data) {
    return (
      <ErrorNote
        title="The approvals could not be loaded"
        error={error}
        onRetry={refetch}
        isRetrying={isFetching}
      />
    );
  }
  if (!hasArrived) return <LoadingRows rows={4} height={72} />;
  const damaged = data?.damaged ?? [];
  if (waiting.length === 0 && selection.id === null) {
    if (damaged.length > 0) return <DamagedRows damaged={damaged} what="request" />;
    if (data && data.needsYouCount > 0) return null;
    return (
      <EmptyNote icon={<IconSignature size={26} stroke={1.5} />} title="You’re all caught up">
        When a workflow wants to change a file, run a command or go online, it stops and asks here.
      </EmptyNote>
    );
  }
  return (
    <div className={classes['inbox']}>
      <div>
        <DamagedRows damaged={damaged} what="request" />
        {waiting.length > 1 && (
          <Text size="xs" c="dimmed" mb="xs" visibleFrom="md">
            <Kbd size="xs">j</Kbd> <Kbd size="xs">k</Kbd> to move through the list
          </Text>
        )}
        <SheetList label="Waiting">
          {waiting.map((approval) => (
            <li key={approval.id}>
              <ApprovalRow
                approval={approval}
                isSelected={approval.id === selection.id}
                isShown={isWide && approval.id === selection.id}
                onSelect={() => selection.select(approval.id)}
                onOpen={() => !isWide && router.push(`/approvals/${approval.id}`)}
              />
            </li>
          ))}
          {waiting.length === 0 && <li className={classes['none']}>Nothing else is waiting.</li>}
        </SheetList>
        <NextPage label="Show more" list={list} />
      </div>
      {isWide && selection.id !== null && (
        <RequestBeside
          approvalId={selection.id}
          hasOthers={waiting.some(({ id }) => id !== selection.id)}
          onLeave={(decidedId) => {
            movesFocus.current = true;
            selection.leave(decidedId);
          }}
        />
      )}
    </div>
  );
}
