import type { RunHeader } from '@/lib/contracts/runs';
import { usePendingApprovals } from './approval-queries';
import { useKnownConversation } from './conversation-queries';
import { useKnownRun } from './run-queries';

type Need = { runId: string; approvalId: string | null };

/** The last run of a conversation as this tab has it, and since when. */
type Known = {
  run: { header: Pick<RunHeader, 'id' | 'approvalId' | 'unknownOutcome'> } | undefined;
  at: number;
};

/**
 * When this tab learned that the conversation needs the person for something that its page does not show, because another tab or
 * person started it. Null: there is no such thing, or the conversation is not loaded here.
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

/** Whether the last run does not show this need. Of two answers of the server, the later one counts. */
export function isNews({ runId, approvalId }: Need, listedAt: number, { run, at }: Known): boolean {
  if (at >= listedAt) return false;
  if (run?.header.id !== runId) return true;
  return approvalId === null ? run.header.unknownOutcome === null : run.header.approvalId !== approvalId;
}
