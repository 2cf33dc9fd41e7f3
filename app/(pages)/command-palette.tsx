'use client';

import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { usePendingApprovals } from '../_client/approval-queries';
import { useConversations } from '../_client/conversation-queries';
import { useWorkflows } from '../_client/workflow-queries';
import { announce } from '../_ui/state/announcer';
import classes from './command-palette.module.css';

/** Go anywhere by typing. Opens each time `timesOpened` grows. */
export function CommandPalette({ timesOpened }: { timesOpened: number }) {
  const router = useRouter();
  const workflows = useWorkflows().data?.workflows ?? [];
  const conversations = useConversations('').data?.pages.flatMap((page) => page.conversations) ?? [];
  const approvals = usePendingApprovals().data?.approvals ?? [];

  useEffect(() => {
    if (timesOpened > 0) spotlight.open();
  }, [timesOpened]);

  const groups: SpotlightActionGroupData[] = [
    {
      group: 'Waiting for your signature',
      actions: approvals.map(({ id, headline, workflowTitle }) => ({
        id,
        label: headline,
        description: workflowTitle,
        onClick: () => router.push(`/approvals/${id}`),
      })),
    },
    {
      group: 'Workflows',
      actions: workflows.map(({ id, title, description }) => ({
        id,
        label: title,
        description,
        // Names of the old commands are ids with underscores.
        keywords: [id, id.replaceAll('-', '_'), `/${id.replaceAll('-', '_')}`],
        onClick: () => router.push(`/workflows/${id}`),
      })),
    },
    {
      group: 'Conversations',
      actions: conversations.map(({ id, title, lastRunStatusText }) => ({
        id,
        label: title,
        description: lastRunStatusText ?? '',
        onClick: () => router.push(`/conversations/${id}`),
      })),
    },
    {
      group: 'Pages',
      actions: [
        { id: 'page-approvals', label: 'Approvals', onClick: () => router.push('/approvals') },
        { id: 'page-settings', label: 'Settings', onClick: () => router.push('/settings') },
      ],
    },
  ];

  return (
    <Spotlight
      title="Go to"
      classNames={{ header: classes['header'] ?? '', actionDescription: classes['description'] ?? '' }}
      actions={groups.filter(({ actions }) => actions.length > 0)}
      shortcut={null}
      scrollable
      maxHeight="min(28rem, 60dvh)"
      limit={30}
      highlightQuery
      nothingFound="Nothing of that name"
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'group', 'aria-label': 'Results' } }}
      searchProps={{
        onKeyUp: ({ key }) => {
          if (key === 'ArrowDown' || key === 'ArrowUp') announceChosen();
        },
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: 'A workflow, a conversation or a request',
        'aria-label': 'Go to a workflow, a conversation or a request',
      }}
    />
  );
}

/** The choice moves while the focus stays in the field, so it is said. */
function announceChosen(): void {
  const label = document.querySelector('[data-action][data-selected] .mantine-Spotlight-actionLabel');
  if (label) announce(label.textContent);
}
