import { createStore, useStore } from './external-store';

export type Connection = 'idle' | 'connecting' | 'live' | 'lost';

/** How the live updates of the watched run are doing. */
export const connection = createStore<Connection>('idle');

export function useConnection(): Connection {
  return useStore(connection);
}
