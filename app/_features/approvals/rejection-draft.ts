import { useEffect } from 'react';
import { type Draft, useDraft } from '../../_client/drafts';

/** The unfinished reason or guidance for one request. */
export function useRejectionDraft(approvalId: string, withGuidance: boolean): Draft<string> {
  return useDraft(`approval.${approvalId}.${withGuidance ? 'guidance' : 'reason'}`, toText);
}

/** What the person has written and not sent: guidance, else a reason. */
export function useUnsentWords(approvalId: string): string {
  const reason = useRejectionDraft(approvalId, false).value ?? '';
  const guidance = useRejectionDraft(approvalId, true).value ?? '';
  return (guidance || reason).trim();
}

/** Nothing can send the drafts of a request once it is decided, here or elsewhere. */
export function useDiscardDrafts(approvalId: string, isDecided: boolean): void {
  const reason = useRejectionDraft(approvalId, false);
  const guidance = useRejectionDraft(approvalId, true);
  useEffect(() => {
    if (!isDecided) return;
    if (reason.value !== null) reason.discard();
    if (guidance.value !== null) guidance.discard();
  });
}

function toText(stored: unknown): string | null {
  return typeof stored === 'string' ? stored : null;
}
