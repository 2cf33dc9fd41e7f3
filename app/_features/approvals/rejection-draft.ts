import { useEffect } from 'react';
import { type Draft, useDraft } from '../../_client/drafts';

/** Keeps the unfinished reason or guidance for one request. */
export function useRejectionDraft(approvalId: string, withGuidance: boolean): Draft<string> {
  return useDraft(`approval.${approvalId}.${withGuidance ? 'guidance' : 'reason'}`, toText);
}

/** Returns the unsent guidance for a request, or else the unsent reason. */
export function useUnsentWords(approvalId: string): string {
  const reason = useRejectionDraft(approvalId, false).value ?? '';
  const guidance = useRejectionDraft(approvalId, true).value ?? '';
  return (guidance || reason).trim();
}

/** Discards the drafts of a decided request, because nothing can send them. */
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
