'use client';

import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { usePendingApprovals } from '../_client/approval-queries';
import { useConversations } from '../_client/conversation-queries';
import { usePathSuggestions } from '../_client/file-queries';
import { useWorkflows } from '../_client/workflow-queries';
import { useWorkspaceChoice } from '../_client/workspaces';
import { IconChecklist, IconQuestionMark, IconSignature } from '../_ui/icons/icons';
import { WorkflowIcon } from '../_ui/icons/workflow-icon';
import { Palette, PaletteDialog } from '../_ui/palette/palette';
import { toConversationEntries } from './conversation-entries';
import { toFileEntries, toPathSearch } from './file-entries';
import { useOpenPage } from './use-open-page';
import { usePaletteActions } from './use-palette-actions';

/** The palette shows this many before the person types, and searches all of them afterward. */
const shownAtFirst = { requests: 3, conversations: 6 };

/** Opens any page, or runs an action, when the person types its name. */
export function CommandPalette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <PaletteDialog label="Go to" isOpen={isOpen} onClose={onClose}>
      <Destinations onClose={onClose} />
    </PaletteDialog>
  );
}

function Destinations({ onClose }: { onClose: () => void }) {
  const openPage = useOpenPage();
  const actions = usePaletteActions();
  const [search, setSearch] = useState('');
  const wanted = search.trim();
  // The page searches the loaded conversations at once, and the server searches all of them.
  const [searchForServer] = useDebouncedValue(wanted, 200);
  const recent = useConversations('');
  const searched = useConversations(searchForServer);
  const conversations = toConversationEntries(
    [...(recent.data?.pages ?? []), ...(searched.data?.pages ?? [])],
    wanted === '' ? shownAtFirst.conversations : undefined,
    openPage,
  );
  const workflows = useWorkflows();
  const approvals = usePendingApprovals();
  const requests = useRequests(wanted === '');
  const { chosenId } = useWorkspaceChoice();
  const paths = usePathSuggestions(toPathSearch(searchForServer), searchForServer !== '', chosenId);
  const files = searchForServer === '' ? [] : toFileEntries(paths.data?.options ?? [], openPage, chosenId);

  return (
    <Palette
      placeholder="Type a name or an action"
      search={search}
      onSearch={setSearch}
      onClose={onClose}
      isLoading={
        workflows.isLoading ||
        approvals.isLoading ||
        recent.isLoading ||
        searched.isLoading ||
        paths.isLoading ||
        wanted !== searchForServer
      }
      groups={[
        {
          label: 'Workflows',
          entries: (workflows.data?.workflows ?? []).map(({ id, formerIds, title, icon, description }) => ({
            id: `workflow-${id}`,
            label: title,
            icon: <WorkflowIcon name={icon} size={18} />,
            description,
            keywords: [id, ...formerIds],
            open: () => openPage(`/workflows/${id}`),
          })),
        },
        { label: 'Needs you', entries: requests },
        { label: 'Conversations', entries: conversations },
        { label: 'Files', entries: files },
        { label: 'Pages and actions', entries: actions },
      ]}
    />
  );
}

/**
 * Returns everything that needs the person. The short list has only the longest waiting ones, and counts the
 * rest.
 */
function useRequests(isShort: boolean) {
  const openPage = useOpenPage();
  const { data } = usePendingApprovals();
  const entries = [
    ...(data?.approvals ?? []).map(({ id, headline, workflowTitle }) => ({
      id: `approval-${id}`,
      label: headline,
      icon: <IconSignature size={18} stroke={1.6} />,
      description: workflowTitle,
      open: () => openPage(`/approvals/${id}`),
    })),
    ...(data?.unknownOutcomes ?? []).map(({ runId, conversationId, headline, conversationTitle }) => ({
      id: `unknown-${runId}`,
      label: headline,
      icon: <IconQuestionMark size={18} stroke={1.6} />,
      description: `Did this step finish? · ${conversationTitle}`,
      open: () => openPage(`/conversations/${conversationId}`),
    })),
  ];
  const more = (data?.needsYouCount ?? 0) - shownAtFirst.requests;
  if (!isShort || more <= 0) return entries;
  return [
    ...entries.slice(0, shownAtFirst.requests),
    {
      id: 'more-requests',
      label: `${more} more in Approvals`,
      icon: <IconChecklist size={18} stroke={1.6} />,
      open: () => openPage('/approvals'),
    },
  ];
}
