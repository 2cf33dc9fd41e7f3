import { createStore } from './external-store';

/** The conversation last deleted in this tab, while one click can undo it. */
export const deletedConversation = createStore<{ id: string; title: string } | null>(null);
