import { createStore } from './external-store';

/** Why the server can save nothing for now, in words for a person. Null: it saves, as far as this tab knows. */
export const outage = createStore<string | null>(null);
