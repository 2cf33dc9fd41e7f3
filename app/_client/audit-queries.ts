import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { auditList } from '@/lib/contracts/audit';
import { requestJson } from './api-client';
import { queryKeys } from './query-keys';

/** Loads the audit log page by page, the latest first. An empty `by` or `kind` selects everything. */
export function useAuditLog(by: string, kind: string) {
  return useInfiniteQuery({
    queryKey: queryKeys.audit(by, kind),
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ by, kind, cursor: pageParam });
      return requestJson(auditList, `/api/audit?${query}`, { signal });
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}
