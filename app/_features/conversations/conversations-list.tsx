'use client';

import { Button, Checkbox, Loader, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRouter } from 'next/navigation';
import { IconMessagePlus, IconMessages, IconSearch } from '@/app/_ui/icons/icons';
import { useConversations, useCreateConversation } from '../../_client/conversation-queries';
import { useMay } from '../../_client/me';
import { useAddressValue } from '../../_client/use-address-value';
import { useWorkspaceChoice } from '../../_client/workspaces';
import { PageHeader } from '../../_ui/shell/page-header';
import { DamagedRows } from '../../_ui/state/damaged-rows';
import { EmptyNote } from '../../_ui/state/empty-note';
import { ErrorNote } from '../../_ui/state/error-note';
import { LoadingRows } from '../../_ui/state/loading-rows';
import { NextPage } from '../../_ui/state/next-page';
import { ConversationDays } from './conversation-days';
import classes from './conversations-list.module.css';

/** This pause skips the letters of a fast typist, and nobody notices it. */
const typingPauseMs = 80;

export function ConversationsList() {
  const router = useRouter();
  const [search, setSearch] = useAddressValue('search');
  const [debouncedSearch] = useDebouncedValue(search.trim(), typingPauseMs);
  const [mine, setMine] = useAddressValue('mine');
  const isMine = mine === 'true';
  const { workspaces, chosenId } = useWorkspaceChoice();
  const [workspaceId, setWorkspaceId] = useAddressValue('workspace');
  const list = useConversations(debouncedSearch, isMine, workspaceId);
  const may = useMay();
  const isSearching = search.trim() !== debouncedSearch || list.isPlaceholderData;
  const create = useCreateConversation();
  const conversations = list.data?.pages.flatMap((page) => page.conversations) ?? [];
  // Nobody narrows a list in which everything is their own.
  const hasOthers = isMine || conversations.some(({ isYours }) => !isYours);
  const damaged = list.data?.pages.flatMap((page) => page.damaged) ?? [];

  return (
    <>
      <PageHeader
        title="Conversations"
        actions={
          <>
            <TextInput
              type="search"
              placeholder="Search titles, requests and answers"
              aria-label="Search conversations"
              className={classes['search']}
              leftSection={<IconSearch size={16} aria-hidden />}
              rightSection={
                isSearching && <Loader size={16} className={classes['sign']} aria-label="Searching" />
              }
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
            {may('start') && (
              <Button
                variant="default"
                leftSection={<IconMessagePlus size={17} aria-hidden />}
                loading={create.isPending}
                onClick={() =>
                  create.mutate(workspaceId || chosenId, {
                    onSuccess: ({ id }) => router.push(`/conversations/${id}`),
                  })
                }
              >
                New
              </Button>
            )}
          </>
        }
      />
      {workspaces.length > 1 && (
        <NativeSelect
          aria-label="Workspace"
          maw="var(--field-width)"
          mb="md"
          data={[
            { value: '', label: 'All workspaces' },
            ...workspaces.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={workspaceId}
          onChange={(event) => setWorkspaceId(event.currentTarget.value)}
        />
      )}
      {hasOthers && (
        <Checkbox
          label="Started by me"
          mb="md"
          checked={isMine}
          onChange={(event) => setMine(event.currentTarget.checked ? 'true' : '')}
        />
      )}
      {create.error && <ErrorNote title="The conversation could not be created" error={create.error} />}
      {list.isPending && <LoadingRows rows={7} />}
      {list.error && !list.data && (
        <ErrorNote
          title="The conversations could not be loaded"
          error={list.error}
          onRetry={list.refetch}
          isRetrying={list.isFetching}
        />
      )}
      <DamagedRows damaged={damaged} what="conversation" />
      {list.data && conversations.length === 0 && damaged.length === 0 && (
        <EmptyNote
          icon={<IconMessages size={26} stroke={1.5} />}
          title={
            debouncedSearch !== ''
              ? `No matches for “${debouncedSearch}”`
              : workspaceId === ''
                ? 'No conversations yet'
                : 'No conversations in this workspace'
          }
        >
          {debouncedSearch === ''
            ? emptyWords(may('start'), isMine)
            : 'The search covers titles, requests and answers.'}
        </EmptyNote>
      )}
      {conversations.length > 0 && (
        <div aria-busy={isSearching}>
          <ConversationDays conversations={conversations} search={debouncedSearch} />
        </div>
      )}
      <NextPage label="Load more" list={list} />
    </>
  );
}

function emptyWords(mayStart: boolean, isMine: boolean): string {
  if (!mayStart) return 'Runs that others start will be here.';
  return isMine
    ? 'You have not started a conversation yet.'
    : 'Start a workflow or a new conversation. You’ll find it here later.';
}
