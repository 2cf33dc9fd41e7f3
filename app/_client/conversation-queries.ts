import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import {
  type ConversationView,
  conversationList,
  conversationSummary,
  conversationView,
} from '@/lib/contracts/conversations';
import { startedRun } from '@/lib/contracts/run-requests';
import type { RunView } from '@/lib/contracts/runs';
import { requestJson, requestNothing } from './api-client';
import { newerRun } from './apply-run-live-message';
import { deletedConversation } from './deleted-conversation';
import { joinEarlier, joinLatest, type LoadedRuns } from './join-runs';
import { hasActiveRun } from './needs-polling';
import { queryKeys } from './query-keys';
import { watchRun } from './watched-run';

const pollMs = { list: 4_000, conversation: 5_000 };

/** `isMine` selects the conversations that the reader started. An empty `workspaceId` selects every workspace. */
export function useConversations(search: string, isMine = false, workspaceId = '') {
  return useInfiniteQuery({
    queryKey: queryKeys.conversationList(search, isMine, workspaceId),
    queryFn: ({ pageParam, signal }) => {
      const query = toQuery({
        search,
        cursor: pageParam,
        mine: isMine ? 'true' : '',
        workspace: workspaceId,
      });
      return requestJson(conversationList, `/api/conversations?${query}`, { signal });
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (hasActiveRun(state.data?.pages) ? pollMs.list : false),
  });
}

/** Loads conversations with an active run, however old. It follows runs that another tab or person starts. */
export function useActiveConversations() {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: queryKeys.activeConversations,
    queryFn: ({ signal }) => requestJson(conversationList, '/api/conversations?active=true', { signal }),
    refetchInterval: pollMs.list,
  });
  const ids = query.data?.conversations.map(({ id }) => id).join(' ');
  const known = useRef(ids);
  // A run that began or ended moves its conversation in the complete list.
  useEffect(() => {
    if (known.current !== undefined && known.current !== ids)
      void client.invalidateQueries({ queryKey: queryKeys.conversationList(''), exact: true });
    known.current = ids;
  }, [client, ids]);
  return query;
}

/**
 * Loads a conversation with the ids of its latest runs, and of the earlier ones that `useEarlierRuns` has
 * loaded. Each run's content has one place in the cache (`useRun`). While no run is active, the tab polls for
 * runs that were started elsewhere.
 */
export function useConversation(id: string) {
  return useQuery(useConversationOptions(id));
}

/** Returns the conversation as far as this tab has loaded it, without a request to the server. */
export function useKnownConversation(id: string | null) {
  return useQuery({ ...useConversationOptions(id ?? ''), enabled: false });
}

function useConversationOptions(id: string) {
  const client = useQueryClient();
  return queryOptions({
    queryKey: queryKeys.conversation(id),
    queryFn: async ({ signal }) => {
      const latest = await loadPage(client, id, '', signal);
      return joinLatest(client.getQueryData<LoadedConversation>(queryKeys.conversation(id)), latest);
    },
    refetchInterval: ({ state: { data } }) =>
      data && !isFollowed(client, data) ? pollMs.conversation : false,
  });
}

/** Says whether the events of the last run bring all changes. */
function isFollowed(client: QueryClient, { runIds }: LoadedRuns): boolean {
  const lastRun = client.getQueryData<RunView>(queryKeys.run(runIds.at(-1) ?? ''));
  return lastRun?.header.expectsEvents ?? false;
}

/** Loads the page of runs before the loaded ones, and returns how many came. */
export function useEarlierRuns(id: string) {
  const client = useQueryClient();
  const key = queryKeys.conversation(id);
  return useMutation({
    mutationFn: async () => {
      const cursor = client.getQueryData<LoadedConversation>(key)?.earlierCursor;
      if (cursor == null) return 0;
      const earlier = await loadPage(client, id, cursor);
      client.setQueryData<LoadedConversation>(key, (known) => known && joinEarlier(known, cursor, earlier));
      return earlier.runIds.length;
    },
  });
}

type LoadedConversation = Omit<ConversationView, 'runs'> & LoadedRuns;

async function loadPage(
  client: QueryClient,
  id: string,
  cursor: string,
  signal?: AbortSignal,
): Promise<LoadedConversation> {
  const path = cursor === '' ? pathOf(id) : `${pathOf(id)}?${toQuery({ cursor })}`;
  const { runs, ...conversation } = await requestJson(conversationView, path, signal ? { signal } : {});
  for (const run of runs)
    client.setQueryData<RunView>(queryKeys.run(run.header.id), (known) => newerRun(known, run));
  return { ...conversation, runIds: runs.map((run) => run.header.id) };
}

export function useCreateConversation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (workspaceId: string | null) =>
      requestJson(conversationSummary, '/api/conversations', {
        method: 'POST',
        body: workspaceId === null ? {} : { workspaceId },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.conversationLists }),
  });
}

export function useRenameConversation(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (title: string) => requestNothing(pathOf(id), { method: 'PATCH', body: { title } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.conversations }),
  });
}

/** Makes the conversation private, or opens it to the team again. */
export function useSetPrivacy(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isPrivate: boolean) =>
      requestNothing(`${pathOf(id)}/privacy`, { method: 'PUT', body: { isPrivate } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.conversations }),
  });
}

/** Deletes a conversation. For a while, `useRestoreConversation` undoes the deletion from any page. */
export function useDeleteConversation(id: string, title: string) {
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () => requestNothing(pathOf(id), { method: 'DELETE', body: {} }),
    onSuccess: () => {
      deletedConversation.set({ id, title });
      void client.invalidateQueries({ queryKey: queryKeys.approvals });
      return client.invalidateQueries({ queryKey: queryKeys.conversationLists });
    },
  });
  // The page shows the conversation until the person has left it, but Back must not show it again.
  useEffect(() => {
    if (!removal.isSuccess) return;
    return () => client.removeQueries({ queryKey: queryKeys.conversation(id), exact: true });
  }, [client, id, removal.isSuccess]);
  return removal;
}

export function useRestoreConversation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => requestNothing(`${pathOf(id)}/restore`, { method: 'POST', body: {} }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: queryKeys.approvals });
      return client.invalidateQueries({ queryKey: queryKeys.conversations });
    },
  });
}

export function useSendMessage(conversationId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { text: string; modelId?: string; idempotencyKey: string }) =>
      requestJson(startedRun, `${pathOf(conversationId)}/messages`, { method: 'POST', body }),
    onSuccess: ({ runId }) => {
      watchRun(runId);
      return client.invalidateQueries({ queryKey: queryKeys.conversations });
    },
  });
}

/** Returns the address of a conversation's download. */
export function exportUrl(id: string, format: 'markdown' | 'json'): string {
  return `${pathOf(id)}/export?format=${format}`;
}

function pathOf(id: string): string {
  return `/api/conversations/${encodeURIComponent(id)}`;
}

function toQuery(parameters: Record<string, string>): string {
  const filled = Object.entries(parameters).filter(([, value]) => value !== '');
  return new URLSearchParams(filled).toString();
}
