import { createStore } from './external-store';

/**
 * Says why the server can save nothing for now, in words for a person. Null means that it saves, as far as
 * this tab knows.
 */
export const outage = createStore<string | null>(null);
