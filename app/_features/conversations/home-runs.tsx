'use client';

import { Title } from '@mantine/core';
import Link from 'next/link';
import type { ConversationSummary } from '@/lib/contracts/conversations';
import { RunRow } from '../../_ui/runs/run-row';
import { SheetList } from '../../_ui/shell/sheet-list';
import { ErrorNote } from '../../_ui/state/error-note';
import classes from './home-runs.module.css';
import type { useHomeRuns } from './use-home-runs';

/**
 * Shows the runs that need the person, that are active, and that ended lately. Renders nothing while there
 * are no runs.
 */
export function HomeRuns({ home }: { home: ReturnType<typeof useHomeRuns> }) {
  const { runs, error, hasMoreActive } = home;
  if (error) {
    return (
      <ErrorNote
        title="The runs could not be loaded"
        error={error}
        onRetry={() => void home.refetch()}
        isRetrying={home.isFetching}
      />
    );
  }
  const conversations = { href: '/conversations', label: 'All conversations' };
  return (
    <>
      <RunList
        title="Waiting for you"
        runs={runs.waiting}
        hasMore={hasMoreActive}
        all={{ href: '/approvals', label: 'All approvals' }}
      />
      <RunList
        title="Waiting for others"
        runs={runs.others}
        hasMore={hasMoreActive}
        all={{ href: '/approvals?tab=others', label: 'All of these' }}
      />
      <RunList title="Running" runs={runs.running} hasMore={hasMoreActive} all={conversations} />
      <RunList title="Recent" runs={runs.recent} shownAtMost={8} hasMore all={conversations} />
    </>
  );
}

type Props = {
  title: string;
  runs: readonly ConversationSummary[];
  shownAtMost?: number;
  /** The server has more runs than these. */
  hasMore: boolean;
  all: { href: string; label: string };
};

function RunList({ title, runs, shownAtMost = 5, hasMore, all }: Props) {
  if (runs.length === 0) return null;
  return (
    <section className={classes['section']} aria-label={title}>
      <div className={classes['head']}>
        <Title order={2} className={classes['title']}>
          {title}
        </Title>
        {(hasMore || runs.length > shownAtMost) && (
          <Link href={all.href} className={classes['more']}>
            {all.label}
          </Link>
        )}
      </div>
      <SheetList label={title}>
        {runs.slice(0, shownAtMost).map((conversation) => (
          <li key={conversation.id}>
            <RunRow conversation={conversation} />
          </li>
        ))}
      </SheetList>
    </section>
  );
}
