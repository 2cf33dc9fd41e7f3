import { createStore } from './external-store';

/** The conversation that was deleted last in this tab, while that can be undone with one press. */
export const deletedConversation = createStore<{ id: string; title: string } | null>(null);
