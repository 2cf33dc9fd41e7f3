import { useEffect } from 'react';
import { usePendingApprovals } from '../../_client/approval-queries';
import { useActiveConversations, useConversations } from '../../_client/conversation-queries';
import { toHomeRuns } from './to-home-runs';

/** Loads the runs of the home page. They stay current, as the list of conversations does. */
export function useHomeRuns() {
  const active = useActiveConversations();
  const latest = useConversations('');
  const needsYou = usePendingApprovals().data?.needsYouCount;
  const { refetch } = active;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row must not say less than the pill
  useEffect(() => void refetch(), [needsYou, refetch]);
  return {
    isPending: active.isPending || latest.isPending,
    error: (active.data ? null : active.error) ?? (latest.data ? null : latest.error),
    isFetching: active.isFetching || latest.isFetching,
    refetch: () => Promise.all([active.refetch(), latest.refetch()]),
    hasMoreActive: active.data?.nextCursor != null,
    runs: toHomeRuns(
      active.data?.conversations ?? [],
      latest.data?.pages.flatMap(({ conversations }) => conversations) ?? [],
    ),
  };
}
