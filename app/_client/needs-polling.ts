import type { ApprovalSummary } from '@/lib/contracts/approvals';
import type { ConversationSummary } from '@/lib/contracts/conversations';

type ConversationPage = { conversations: readonly Pick<ConversationSummary, 'lastRunStatus'>[] };
type ApprovalPage = { approvals: readonly Pick<ApprovalSummary, 'result'>[] };

/** A row whose last run has one of these states does not change. */
const settled = new Set<ConversationSummary['lastRunStatus']>([
  null,
  'completed',
  'rejected',
  'expired',
  'cancelled',
  'failed',
]);

/** Says whether a row shows a run that is still active. */
export function hasActiveRun(pages: readonly ConversationPage[] = []): boolean {
  return pages.some((page) => page.conversations.some(({ lastRunStatus }) => !settled.has(lastRunStatus)));
}

/** Says whether a row shows an approved call that is still running. */
export function hasRunningCall(pages: readonly ApprovalPage[] = []): boolean {
  return pages.some((page) => page.approvals.some(({ result }) => result?.status === 'running'));
}
