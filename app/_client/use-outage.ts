import { useQuery } from '@tanstack/react-query';
import { health } from '@/lib/contracts/health';
import { requestJson } from './api-client';
import { useStore } from './external-store';
import { outage } from './outage';
import { queryKeys } from './query-keys';

const pollMs = 2_000;

/**
 * Follows an outage of the server's database to its end by polling, because a tab without live updates would
 * not hear of the end.
 */
export function useOutage(): string | null {
  const problem = useStore(outage);
  useQuery({
    queryKey: queryKeys.health,
    queryFn: async ({ signal }) => {
      const report = await requestJson(health, '/api/health', { signal });
      outage.set(report.isSaving ? null : report.problem);
      return report;
    },
    enabled: problem !== null,
    refetchInterval: pollMs,
    staleTime: 0,
  });
  return problem;
}
