import type { ApprovalSummary } from '@/lib/contracts/approvals';
import type { ConversationSummary } from '@/lib/contracts/conversations';

type ConversationPage = { conversations: readonly Pick<ConversationSummary, 'lastRunStatus'>[] };
type ApprovalPage = { approvals: readonly Pick<ApprovalSummary, 'result'>[] };

/** A row with such a last run stays as it is. */
const settled = new Set<ConversationSummary['lastRunStatus']>([
  null,
  'completed',
  'rejected',
  'expired',
  'cancelled',
  'failed',
]);

/** Whether a row shows a run that is still active. */
export function hasActiveRun(pages: readonly ConversationPage[] = []): boolean {
  return pages.some((page) => page.conversations.some(({ lastRunStatus }) => !settled.has(lastRunStatus)));
}

/** Whether a row shows an approved call that is still running. */
export function hasRunningCall(pages: readonly ApprovalPage[] = []): boolean {
  return pages.some((page) => page.approvals.some(({ result }) => result?.status === 'running'));
}
