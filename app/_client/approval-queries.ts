import { queryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  type ApprovalFilter,
  type ApprovalList,
  type ApprovalState,
  type ApprovalView,
  approvalList,
  approvalState,
  approvalView,
} from '@/lib/contracts/approvals';
import type { DecisionBody } from '@/lib/contracts/decisions';
import { requestJson } from './api-client';
import { ApiError, hasErrorCode } from './api-error';
import { connection } from './connection';
import { keepAnswer } from './keep-answer';
import { hasRunningCall } from './needs-polling';
import { queryKeys } from './query-keys';
import { needsRetry } from './retry';

const pollMs = { visible: 4_000, hidden: 15_000, open: 2_000, unanswered: 1_000, carriedOut: 1_000 };

/**
 * Loads everything that needs the person: requests to approve, longest waiting first and page by page, and
 * unknown outcomes. The counts cover all of it. The tab polls, because one stream per tab would use up the
 * browser's connections.
 */
export function usePendingApprovals() {
  return useInfiniteQuery({
    queryKey: queryKeys.pendingApprovals,
    queryFn: ({ pageParam, signal }) => requestPage('pending', '', pageParam, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    select: joinPages,
    refetchInterval: () => (isHidden() ? pollMs.hidden : pollMs.visible),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: 'always',
    staleTime: 1_000,
  });
}

function joinPages({ pages }: { pages: ApprovalList[] }): Omit<ApprovalList, 'nextCursor'> {
  return {
    approvals: pages.flatMap(({ approvals }) => approvals),
    damaged: pages.flatMap(({ damaged }) => damaged),
    pendingCount: pages.at(-1)?.pendingCount ?? 0,
    unknownOutcomes: pages.at(-1)?.unknownOutcomes ?? [],
    needsYouCount: pages.at(-1)?.needsYouCount ?? 0,
    othersCount: pages.at(-1)?.othersCount ?? 0,
    role: pages.at(-1)?.role ?? '',
  };
}

/** Loads what waits for others, because the reader may not sign it. */
export function useOthersApprovals() {
  return useInfiniteQuery({
    queryKey: queryKeys.othersApprovals,
    queryFn: ({ pageParam, signal }) => requestPage('others', '', pageParam, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    select: joinPages,
    refetchInterval: () => (isHidden() ? pollMs.hidden : pollMs.visible),
  });
}

export function useDecidedApprovals(filter: ApprovalFilter, search: string) {
  return useInfiniteQuery({
    queryKey: queryKeys.decidedApprovals(filter, search),
    queryFn: ({ pageParam, signal }) => requestPage(filter, search, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) => (hasRunningCall(state.data?.pages) ? pollMs.visible : false),
  });
}

function requestPage(filter: ApprovalFilter, search: string, cursor: string, signal: AbortSignal) {
  const query = new URLSearchParams({ status: filter });
  if (search !== '') query.set('search', search);
  if (cursor !== '') query.set('cursor', cursor);
  return requestJson(approvalList, `/api/approvals?${query}`, { signal });
}

/**
 * Loads one request. While the request waits, it follows decisions made elsewhere and changes to its target.
 */
export function useApproval(id: string) {
  const query = useQuery({
    queryKey: queryKeys.approval(id),
    queryFn: ({ signal }) => requestJson(approvalView, pathOf(id), { signal }),
    // An approved call takes a moment to finish.
    refetchInterval: ({ state }) => (state.data?.result?.status === 'running' ? pollMs.carriedOut : false),
  });
  useFreshApproval(id, query.data);
  return query;
}

/**
 * Polls the small state of a request, and loads the request itself, which may be large, only when its state
 * differs.
 */
function useFreshApproval(id: string, shown: ApprovalView | undefined) {
  const client = useQueryClient();
  const isPending = shown?.status === 'pending';
  const { data: now } = useQuery({
    ...stateQuery(id),
    enabled: isPending,
    refetchInterval: pollMs.open,
    refetchOnWindowFocus: 'always',
  });
  const newState = isPending && now && toText(now) !== toText(shown) ? toText(now) : null;
  useEffect(() => {
    if (newState !== null) void client.invalidateQueries({ queryKey: queryKeys.approval(id) });
  }, [client, id, newState]);
}

function stateQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.approvalState(id),
    queryFn: ({ signal }) => requestJson(approvalState, `${pathOf(id)}/state`, { signal }),
    staleTime: 0,
    // The next poll comes soon, and a pause between retries would only be longer.
    retry: false,
  });
}

/** Returns the small state of a request, or undefined without an id and until it has arrived. */
export function useApprovalState(id: string | null): ApprovalState | undefined {
  return useQuery({ ...stateQuery(id ?? ''), enabled: id !== null, retry: needsRetry }).data;
}

/**
 * Returns the state of a request from an answer later than `since`, or null until the server gives one. It
 * asks at once, then every second, and as soon as the network or the live updates return. A null `since` asks
 * nothing.
 */
export function useStateSince(id: string, since: number | null): ApprovalState | null {
  const client = useQueryClient();
  const { data, dataUpdatedAt } = useQuery({
    ...stateQuery(id),
    enabled: since !== null,
    refetchInterval: ({ state }) => (state.dataUpdatedAt > (since ?? 0) ? pollMs.open : pollMs.unanswered),
  });
  useEffect(() => {
    if (since === null) return;
    const filter = { queryKey: stateQuery(id).queryKey };
    // An earlier request may hang, or may answer with an earlier state.
    const ask = () => void client.cancelQueries(filter).then(() => client.refetchQueries(filter));
    const onConnection = () => connection.get() === 'live' && ask();
    ask();
    window.addEventListener('online', ask);
    const unsubscribe = connection.subscribe(onConnection);
    return () => {
      window.removeEventListener('online', ask);
      unsubscribe();
    };
  }, [client, id, since]);
  return since !== null && dataUpdatedAt > since ? (data ?? null) : null;
}

function toText({ status, digest, signatures, whyNotSign }: ApprovalState): string {
  return `${status} ${digest} ${signatures?.given ?? ''} ${whyNotSign ?? ''}`;
}

/**
 * Sends a decision about one request. If the server refuses the decision as outdated, the cache gets the
 * current request. Each decision names its request, because the page may show another one when the answer
 * arrives.
 */
export function useDecideApproval() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ approvalId, body }: { approvalId: string; body: DecisionBody }) =>
      untilBackOnline((signal) =>
        requestJson(approvalView, `${pathOf(approvalId)}/decision`, { method: 'POST', body, signal }),
      ),
    onSuccess: (decided) => keepAnswer(client, queryKeys.approval(decided.id), decided),
    onError: (error) => {
      const now = approvalIn(error);
      if (now) keepAnswer(client, queryKeys.approval(now.id), now);
    },
    onSettled: (_, __, { approvalId }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.approvalLists }),
        client.invalidateQueries({ queryKey: queryKeys.approvalState(approvalId) }),
      ]),
  });
}

/**
 * Aborts a request once the network is back, because it has hung since the network went away and gets no
 * reply. It counts as unanswered.
 */
async function untilBackOnline<Answer>(send: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const controller = new AbortController();
  const onBack = () =>
    controller.abort(new ApiError(0, { code: 'unreachable', message: 'Countersign could not be reached.' }));
  window.addEventListener('online', onBack);
  try {
    return await send(controller.signal);
  } finally {
    window.removeEventListener('online', onBack);
  }
}

/** Returns the decided request when the server refused a decision because someone else decided first. */
export function decidedByOther(error: unknown): ApprovalView | null {
  return hasErrorCode(error, 'already_decided') ? approvalIn(error) : null;
}

function approvalIn(error: unknown): ApprovalView | null {
  return error instanceof ApiError ? (approvalView.safeParse(error.approval).data ?? null) : null;
}

function pathOf(id: string): string {
  return `/api/approvals/${encodeURIComponent(id)}`;
}

function isHidden(): boolean {
  return typeof document !== 'undefined' && document.hidden;
}
