import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type usageRanges, usageView } from '@/lib/contracts/usage';
import { requestJson } from './api-client';
import { queryKeys } from './query-keys';

export type UsageRange = (typeof usageRanges)[number];

/** Loads the tokens of the last days. The days follow the reader's time zone. */
export function useUsage(days: UsageRange) {
  return useQuery({
    queryKey: queryKeys.usage(days),
    queryFn: ({ signal }) => requestJson(usageView, `/api/usage?${toSelection(days)}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

export const usageExportAddress = (days: UsageRange): string => `/api/usage/export?${toSelection(days)}`;

function toSelection(days: UsageRange): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return new URLSearchParams({ days: String(days), timeZone }).toString();
}
