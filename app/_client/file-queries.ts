import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fileView, pathSuggestions } from '@/lib/contracts/files';
import { requestJson } from './api-client';
import { queryKeys } from './query-keys';

/**
 * Loads the entry at a path. It reloads whenever the person comes back, because other programs change files,
 * too.
 */
export function useFile(path: string) {
  return useQuery({
    queryKey: queryKeys.file(path),
    queryFn: ({ signal }) =>
      requestJson(fileView, `/api/files?path=${encodeURIComponent(path.toWellFormed())}`, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

/**
 * Loads the entry at a typed path, and the paths that complete it. The last answer stays until the next one
 * arrives.
 */
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
