import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Puts the answer to a change in the cache. Whatever was asked for before it arrived may be older than the change: it is dropped.
 * A run needs no such order in time: its version says which of two answers is newer (`newerRun`).
 */
export function keepAnswer<Answer>(client: QueryClient, queryKey: QueryKey, answer: Answer): void {
  void client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<Answer>(queryKey, answer);
}
