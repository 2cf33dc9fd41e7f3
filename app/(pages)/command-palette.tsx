'use client';

import { useDebouncedValue } from '@mantine/hooks';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { usePendingApprovals } from '../_client/approval-queries';
import { useConversations } from '../_client/conversation-queries';
import { useWorkflows } from '../_client/workflow-queries';
import { Palette, PaletteDialog } from '../_ui/palette/palette';

/** Go anywhere by typing. */
export function CommandPalette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <PaletteDialog label="Go to" isOpen={isOpen} onClose={onClose}>
      <Destinations onClose={onClose} />
    </PaletteDialog>
  );
}

function Destinations({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const [search, setSearch] = useState('');
  // The server searches all conversations; what is here already is searched at once.
  const [searchForServer] = useDebouncedValue(search.trim(), 200);
  const recent = useConversations('');
  const searched = useConversations(searchForServer);
  const conversations = new Map(
    [...(recent.data?.pages ?? []), ...(searched.data?.pages ?? [])].flatMap((page) =>
      page.conversations.map((one) => [one.id, one] as const),
    ),
  );
  const workflows = useWorkflows();
  const approvals = usePendingApprovals();

  return (
    <Palette
      placeholder="Workflow, conversation or request"
      search={search}
      onSearch={setSearch}
      onClose={onClose}
      isLoading={
        workflows.isLoading ||
        approvals.isLoading ||
        recent.isLoading ||
        searched.isLoading ||
        search.trim() !== searchForServer
      }
      groups={[
        {
          label: 'Waiting for your signature',
          entries: (approvals.data?.approvals ?? []).map(({ id, headline, workflowTitle }) => ({
            id: `approval-${id}`,
            label: headline,
            description: workflowTitle,
            open: () => router.push(`/approvals/${id}`),
          })),
        },
        {
          label: 'Workflows',
          entries: (workflows.data?.workflows ?? []).map(({ id, title, description }) => ({
            id: `workflow-${id}`,
            label: title,
            description,
            // Old commands were named like ids, with underscores.
            keywords: [id, `/${id.replaceAll('-', '_')}`],
            open: () => router.push(`/workflows/${id}`),
          })),
        },
        {
          label: 'Conversations',
          entries: [...conversations.values()].map(({ id, title, lastRunStatusText }) => ({
            id: `conversation-${id}`,
            label: title,
            description: lastRunStatusText ?? '',
            open: () => router.push(`/conversations/${id}`),
          })),
        },
        {
          label: 'Pages',
          entries: [
            { id: 'page-approvals', label: 'Approvals', open: () => router.push('/approvals') },
            { id: 'page-settings', label: 'Settings', open: () => router.push('/settings') },
          ],
        },
      ]}
    />
  );
}
