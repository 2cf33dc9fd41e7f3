import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fileView, pathSuggestions } from '@/lib/contracts/files';
import { requestJson } from './api-client';
import { queryKeys } from './query-keys';

/**
 * Loads the entry at a path. It reloads whenever the person comes back, because other programs change files,
 * too.
 */
export function useFile(path: string, workspaceId: string | null) {
  return useQuery({
    queryKey: queryKeys.file(path, workspaceId),
    queryFn: ({ signal }) =>
      requestJson(fileView, `/api/files?${toQuery({ path, workspace: workspaceId })}`, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

/**
 * Loads the entry at a typed path, and the paths that complete it. The last answer stays until the next one
 * arrives.
 */
export function usePathSuggestions(text: string, isWanted: boolean, workspaceId: string | null) {
  return useQuery({
    queryKey: queryKeys.pathSuggestions(text, workspaceId),
    queryFn: ({ signal }) =>
      requestJson(pathSuggestions, `/api/files/paths?${toQuery({ text, workspace: workspaceId })}`, {
        signal,
      }),
    enabled: isWanted,
    staleTime: 2_000,
    placeholderData: keepPreviousData,
  });
}

/** Leaves out what is null. */
function toQuery(values: Record<string, string | null>): string {
  return Object.entries(values)
    .flatMap(([name, value]) =>
      value === null ? [] : [`${name}=${encodeURIComponent(value.toWellFormed())}`],
    )
    .join('&');
}
