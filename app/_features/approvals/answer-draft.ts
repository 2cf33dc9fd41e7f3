import { useEffect } from 'react';
import { type Draft, useDraft } from '../../_client/drafts';

/** An answer with words: two refusals, and an approval that one admin gives alone. */
export type WordedAnswer = 'reject' | 'guide' | 'glass';

const draftNames: Record<WordedAnswer, string> = { reject: 'reason', guide: 'guidance', glass: 'glass' };

/** Keeps the unfinished words of one answer to one request. */
export function useAnswerDraft(approvalId: string, answer: WordedAnswer): Draft<string> {
  return useDraft(`approval.${approvalId}.${draftNames[answer]}`, toText);
}

/** Returns the unsent guidance for a request, or else the unsent reason. */
export function useUnsentWords(approvalId: string): string {
  const drafts = useDrafts(approvalId);
  return (drafts.find(({ value }) => value)?.value ?? '').trim();
}

/** Discards the drafts of a decided request, because nothing can send them. */
export function useDiscardDrafts(approvalId: string, isDecided: boolean): void {
  const drafts = useDrafts(approvalId);
  useEffect(() => {
    if (!isDecided) return;
    for (const draft of drafts) if (draft.value !== null) draft.discard();
  });
}

function useDrafts(approvalId: string): Draft<string>[] {
  const guidance = useAnswerDraft(approvalId, 'guide');
  const reason = useAnswerDraft(approvalId, 'reject');
  const glass = useAnswerDraft(approvalId, 'glass');
  return [guidance, reason, glass];
}

function toText(stored: unknown): string | null {
  return typeof stored === 'string' ? stored : null;
}
