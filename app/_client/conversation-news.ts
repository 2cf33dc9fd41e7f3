import type { RunHeader } from '@/lib/contracts/runs';
import { usePendingApprovals } from './approval-queries';
import { useKnownConversation } from './conversation-queries';
import { useKnownRun } from './run-queries';

type Need = { runId: string; approvalId: string | null };

/** Holds the last run of a conversation as this tab knows it, and since when. */
type Known = {
  run: { header: Pick<RunHeader, 'id' | 'approvalId' | 'unknownOutcome'> } | undefined;
  at: number;
};

/**
 * Returns when this tab learned that the conversation needs the person for something that its page does not
 * show, because another tab or person started it. Returns null when there is no such need, or when this tab
 * has not loaded the conversation.
 */
export function useConversationNews(id: string | null): number | null {
  const { data: list, dataUpdatedAt: listedAt } = usePendingApprovals();
  const { data: conversation } = useKnownConversation(id);
  const { data: run, dataUpdatedAt: at } = useKnownRun(conversation?.runIds.at(-1) ?? null);
  if (!list || !conversation) return null;
  const needs: Need[] = [
    ...list.approvals
      .filter(({ conversationId }) => conversationId === id)
      .map((approval) => ({ runId: approval.runId, approvalId: approval.id })),
    ...list.unknownOutcomes
      .filter(({ conversationId }) => conversationId === id)
      .map(({ runId }) => ({ runId, approvalId: null })),
  ];
  return needs.some((need) => isNews(need, listedAt, { run, at })) ? listedAt : null;
}

/** Says whether the last run does not show this need. The later of two answers counts. */
export function isNews({ runId, approvalId }: Need, listedAt: number, { run, at }: Known): boolean {
  if (at >= listedAt) return false;
  if (run?.header.id !== runId) return true;
  return approvalId === null ? run.header.unknownOutcome === null : run.header.approvalId !== approvalId;
}
