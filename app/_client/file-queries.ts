import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fileView, pathSuggestions } from '@/lib/contracts/files';
import { requestJson } from './api-client';
import { queryKeys } from './query-keys';

/** The entry at a path. Other programs change files too, so it loads again whenever the person comes back. */
export function useFile(path: string) {
  return useQuery({
    queryKey: queryKeys.file(path),
    queryFn: ({ signal }) =>
      requestJson(fileView, `/api/files?path=${encodeURIComponent(path.toWellFormed())}`, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

/** The entry at a typed path, and paths that complete it. The last answer stays until the next one comes. */
export function usePathSuggestions(text: string, isWanted: boolean) {
  return useQuery({
    queryKey: queryKeys.pathSuggestions(text),
    queryFn: ({ signal }) =>
      requestJson(pathSuggestions, `/api/files/paths?text=${encodeURIComponent(text.toWellFormed())}`, {
        signal,
      }),
    enabled: isWanted,
    staleTime: 2_000,
    placeholderData: keepPreviousData,
  });
}
