import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type ApprovalFilter,
  type ApprovalList,
  type ApprovalView,
  approvalList,
  approvalView,
  type DecisionBody,
} from '@/lib/contracts/approvals';
import { requestJson } from './api-client';
import { ApiError } from './api-error';
import { queryKeys } from './query-keys';

const pollMs = { visible: 4_000, hidden: 15_000, carriedOut: 1_000 };

/**
 * What waits for a signature, longest first, page by page; `pendingCount` is of all. Asked for again and again: a stream per tab
 * would use up the connections.
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
    pendingCount: pages.at(-1)?.pendingCount ?? 0,
    unknownOutcomes: pages.at(-1)?.unknownOutcomes ?? [],
    needsYouCount: pages.at(-1)?.needsYouCount ?? 0,
  };
}

export function useDecidedApprovals(filter: ApprovalFilter, search: string) {
  return useInfiniteQuery({
    queryKey: queryKeys.decidedApprovals(filter, search),
    queryFn: ({ pageParam, signal }) => requestPage(filter, search, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });
}

function requestPage(filter: ApprovalFilter, search: string, cursor: string, signal: AbortSignal) {
  const query = new URLSearchParams({ status: filter });
  if (search !== '') query.set('search', search);
  if (cursor !== '') query.set('cursor', cursor);
  return requestJson(approvalList, `/api/approvals?${query}`, { signal });
}

export function useApproval(id: string) {
  return useQuery({
    queryKey: queryKeys.approval(id),
    queryFn: ({ signal }) => requestJson(approvalView, pathOf(id), { signal }),
    // Somebody else may decide it, and an approved call takes a moment to finish.
    refetchInterval: ({ state }) => {
      if (state.data?.status === 'pending') return pollMs.visible;
      return state.data?.result?.status === 'running' ? pollMs.carriedOut : false;
    },
  });
}

/** Sends a decision about exactly this request. When somebody was faster, the cache holds what they decided. */
export function useDecideApproval(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: DecisionBody) =>
      requestJson(approvalView, `${pathOf(id)}/decision`, { method: 'POST', body }),
    onSuccess: (decided) => client.setQueryData<ApprovalView>(queryKeys.approval(id), decided),
    onError: (error) => {
      const decided = decidedByOther(error);
      if (decided) client.setQueryData<ApprovalView>(queryKeys.approval(id), decided);
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.approvalLists }),
  });
}

/** The request as somebody else decided it, when that is why a decision was refused. */
export function decidedByOther(error: unknown): ApprovalView | null {
  if (!(error instanceof ApiError) || error.code !== 'already_decided') return null;
  return approvalView.safeParse(error.approval).data ?? null;
}

function pathOf(id: string): string {
  return `/api/approvals/${encodeURIComponent(id)}`;
}

function isHidden(): boolean {
  return typeof document !== 'undefined' && document.hidden;
}
