import type { ApprovalList } from '@/lib/contracts/approvals';
import { toPlainHeadline } from '../../_ui/text/code-parts';

/**
 * Holds a browser notification about one thing that needs the person. It leads to a request or to a
 * conversation.
 */
export type Notice = {
  id: string;
  title: string;
  body: string;
  approvalId: string | null;
  /** Null hides someone else’s private conversation. The notice then leads to a request. */
  conversationId: string | null;
};

export function toNotices({
  approvals,
  unknownOutcomes,
}: Pick<ApprovalList, 'approvals' | 'unknownOutcomes'>): Notice[] {
  return [
    ...approvals.map(({ id, headline, conversationId }) => ({
      id,
      title: 'Needs you',
      body: toPlainHeadline(headline),
      approvalId: id,
      conversationId,
    })),
    ...unknownOutcomes.map(({ runId, headline, conversationId }) => ({
      id: runId,
      title: 'Needs you: did this step finish?',
      body: toPlainHeadline(headline),
      approvalId: null,
      conversationId,
    })),
  ];
}
