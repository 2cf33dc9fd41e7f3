'use client';

import { Kbd, Text } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { IconSignature } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { usePendingApprovals } from '../../_client/approval-queries';
import { SheetList } from '../../_ui/shell/sheet-list';
import { EmptyNote } from '../../_ui/state/empty-note';
import { ErrorNote } from '../../_ui/state/error-note';
import { LoadingRows } from '../../_ui/state/loading-rows';
import { NextPage } from '../../_ui/state/next-page';
import { useHasArrived } from '../../_ui/state/use-has-arrived';
import { ApprovalPanel } from './approval-panel';
import { ApprovalRow } from './approval-row';
import classes from './approvals.module.css';

/** The queue; on a wide window the chosen request stands beside it. */
export function WaitingApprovals() {
  const router = useRouter();
  const isWide = useMediaQuery('(min-width: 62em)') ?? false;
  const list = usePendingApprovals();
  const { data, error, refetch, isFetching } = list;
  const hasArrived = useHasArrived(data);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const waiting = data?.approvals ?? [];
  // Once shown, a request stays until another one is chosen: what was recorded can be read, and nothing takes its place.
  const firstId = waiting[0]?.id ?? null;
  if (chosenId === null && firstId !== null) setChosenId(firstId);

  const move = (by: number) => {
    const index = waiting.findIndex(({ id }) => id === chosenId);
    const next = waiting[index === -1 ? 0 : Math.max(0, Math.min(waiting.length - 1, index + by))];
    if (next) setChosenId(next.id);
  };
  useHotkeys([
    ['j', () => move(1)],
    ['k', () => move(-1)],
  ]);

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
  if (waiting.length === 0 && chosenId === null) {
    if (data && data.needsYouCount > 0) return null;
    return (
      <EmptyNote icon={<IconSignature size={26} stroke={1.5} />} title="You're all caught up">
        When a workflow wants to change something, run something or call out, it stops and asks here.
      </EmptyNote>
    );
  }
  return (
    <div className={classes['inbox']}>
      <div>
        <SheetList label="Waiting">
          {waiting.map((approval) => (
            <li key={approval.id}>
              <ApprovalRow
                approval={approval}
                isChosen={isWide && approval.id === chosenId}
                onChoose={() =>
                  isWide ? setChosenId(approval.id) : router.push(`/approvals/${approval.id}`)
                }
              />
            </li>
          ))}
          {waiting.length === 0 && <li className={classes['none']}>Nothing else waits.</li>}
        </SheetList>
        <NextPage label="Show more" list={list} />
        {waiting.length > 1 && (
          <Text size="xs" c="dimmed" mt="xs" visibleFrom="md">
            <Kbd size="xs">j</Kbd> <Kbd size="xs">k</Kbd> move through the list
          </Text>
        )}
      </div>
      {isWide && chosenId !== null && (
        <div className={classes['beside']}>
          <ApprovalPanel key={chosenId} approvalId={chosenId} />
        </div>
      )}
    </div>
  );
}
