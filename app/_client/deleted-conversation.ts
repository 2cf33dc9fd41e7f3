import { createStore } from './external-store';

export type DeletedConversation = { id: string; title: string };

/** The conversation last deleted in this tab, while one click can undo it. */
export const deletedConversation = createStore<DeletedConversation | null>(null);
