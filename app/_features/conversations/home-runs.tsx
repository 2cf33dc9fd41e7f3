'use client';

import { Title } from '@mantine/core';
import Link from 'next/link';
import type { ConversationSummary } from '@/lib/contracts/conversations';
import { RunRow } from '../../_ui/runs/run-row';
import { SheetList } from '../../_ui/shell/sheet-list';
import { ErrorNote } from '../../_ui/state/error-note';
import classes from './home-runs.module.css';
import type { useHomeRuns } from './use-home-runs';

const shownAtMost = { active: 5, recent: 8 };

/** What needs the person, what runs, and what has ended lately. Nothing while there are no runs. */
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
  const { active, recent } = shownAtMost;
  return (
    <>
      <RunList
        title="Waiting for you"
        runs={runs.waiting.slice(0, active)}
        more={
          hasMoreActive || runs.waiting.length > active
            ? { href: '/approvals', label: 'All approvals' }
            : null
        }
      />
      <RunList
        title="Running"
        runs={runs.running.slice(0, active)}
        more={
          hasMoreActive || runs.running.length > active
            ? { href: '/conversations', label: 'All conversations' }
            : null
        }
      />
      <RunList
        title="Recent"
        runs={runs.recent.slice(0, recent)}
        more={{ href: '/conversations', label: 'All conversations' }}
      />
    </>
  );
}

type Props = {
  title: string;
  runs: readonly ConversationSummary[];
  more: { href: string; label: string } | null;
};

function RunList({ title, runs, more }: Props) {
  if (runs.length === 0) return null;
  return (
    <section className={classes['section']} aria-label={title}>
      <div className={classes['head']}>
        <Title order={2} className={classes['title']}>
          {title}
        </Title>
        {more && (
          <Link href={more.href} className={classes['more']}>
            {more.label}
          </Link>
        )}
      </div>
      <SheetList label={title}>
        {runs.map((conversation) => (
          <li key={conversation.id}>
            <RunRow conversation={conversation} />
          </li>
        ))}
      </SheetList>
    </section>
  );
}
