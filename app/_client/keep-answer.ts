import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Puts the answer to a change in the cache. It drops requests that are still open, because their answers may
 * be older than the change. A run needs no such order in time, because its version says which of two answers
 * is newer (`newerRun`).
 */
export function keepAnswer<Answer>(client: QueryClient, queryKey: QueryKey, answer: Answer): void {
  void client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<Answer>(queryKey, answer);
}
