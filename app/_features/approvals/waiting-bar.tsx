'use client';

import { Button } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { ApprovalList } from '@/lib/contracts/approvals';
import { usePendingApprovals } from '../../_client/approval-queries';
import { useRunIfAny } from '../../_client/run-queries';
import { useWatchedRunId } from '../../_client/watched-run';
import { HeadlineText } from '../../_ui/text/headline-text';
import { formatWaiting } from '../../_ui/time/format-time';
import { useNow } from '../../_ui/time/use-now';
import { openApproval } from './open-approval';
import classes from './waiting-bar.module.css';

type Props = {
  /** What the page came with, shown until the browser has asked itself. */
  fromPage: ApprovalList | null;
};

/** What waits for a signature, on every page: a request closed without deciding is never lost. */
export function WaitingBar({ fromPage }: Props) {
  const pathname = usePathname();
  const now = useNow(10_000);
  const asked = usePendingApprovals().data;
  const list = asked ?? fromPage;
  const { data: watched } = useRunIfAny(useWatchedRunId());
  const waiting = list?.approvals ?? [];
  const first = waiting.find(({ id }) => id === watched?.header.approvalId) ?? waiting[0];
  // There, the same request stands in the middle of the page.
  const isShownAnyway =
    pathname.startsWith('/approvals') || pathname === `/conversations/${first?.conversationId}`;
  if (!list || !first || isShownAnyway) return null;
  return (
    <section className={classes['bar']} aria-label="Waiting for your signature">
      <IconSignature size={20} className={classes['icon']} aria-hidden />
      <div className={classes['words']}>
        <p className={classes['title']}>Waiting for your signature</p>
        <p className={classes['headline']}>
          <HeadlineText text={first.headline} />
          <span className={classes['origin']}>
            {' '}
            · {first.workflowTitle}
            {asked && ` · ${formatWaiting(first.requestedAt, now)}`}
          </span>
        </p>
      </div>
      <div className={classes['actions']}>
        {list.pendingCount > 1 && (
          <Button
            component={Link}
            href="/approvals"
            size="xs"
            variant="subtle"
            color="amber"
            className={classes['all']}
          >
            All {list.pendingCount}
          </Button>
        )}
        <Button size="xs" onClick={() => openApproval(first.id)}>
          Review
        </Button>
      </div>
    </section>
  );
}
