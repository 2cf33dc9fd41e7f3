import { useQuery } from '@tanstack/react-query';
import { serverList } from '@/lib/contracts/servers';
import { requestJson } from './api-client';
import { queryKeys } from './query-keys';

const pollMs = 2_000;

/** Loads the servers, and again every few seconds while the page shows them. */
export function useServers() {
  return useQuery({
    queryKey: queryKeys.servers,
    queryFn: ({ signal }) => requestJson(serverList, '/api/servers', { signal }),
    refetchInterval: pollMs,
    staleTime: 0,
  });
}
