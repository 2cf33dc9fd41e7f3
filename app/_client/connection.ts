import { createStore, useStore } from './external-store';

export type Connection = 'idle' | 'connecting' | 'live' | 'lost';

/** Holds the state of the watched run's live updates. */
export const connection = createStore<Connection>('idle');

export function useConnection(): Connection {
  return useStore(connection);
}
