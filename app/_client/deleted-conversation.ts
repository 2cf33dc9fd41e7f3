import { createStore } from './external-store';

export type DeletedConversation = { id: string; title: string };

/** Holds the conversation last deleted in this tab, while one click can undo the deletion. */
export const deletedConversation = createStore<DeletedConversation | null>(null);
