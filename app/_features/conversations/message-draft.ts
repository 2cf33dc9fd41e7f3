import { type Draft, useDraft } from '../../_client/drafts';

/** Keeps the unsent message of a conversation. */
export const useMessageDraft = (conversationId: string): Draft<string> => useDraft(conversationId, parseText);

const parseText = (stored: unknown) => (typeof stored === 'string' && stored !== '' ? stored : null);
