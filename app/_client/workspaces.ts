import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { workspaceList } from '@/lib/contracts/workspaces';
import { requestJson } from './api-client';
import { useMe } from './me';
import { queryKeys } from './query-keys';

const key = 'countersign.workspace';
const listeners = new Set<() => void>();

/**
 * Returns the workspaces that the reader is in, and the one that this browser chose last. `chosenId` is null where
 * there is no choice: the server then takes the only one.
 */
export function useWorkspaceChoice() {
  const workspaces = useMe()?.workspaces ?? [];
  const stored = useSyncExternalStore(subscribe, read, () => null);
  const chosen = workspaces.find(({ id }) => id === stored) ?? workspaces[0];
  return { workspaces, chosenId: workspaces.length < 2 ? null : (chosen?.id ?? null), choose };
}

/** Returns the id that addresses of files need, or null where there is only one workspace. */
export function useNeededWorkspace(id: string | null): string | null {
  const workspaces = useMe()?.workspaces ?? [];
  return workspaces.length < 2 ? null : id;
}

/** Loads how all workspaces are configured, for those who administer. */
export function useWorkspaceList() {
  return useQuery({
    queryKey: queryKeys.workspaces,
    queryFn: ({ signal }) => requestJson(workspaceList, '/api/settings/workspaces', { signal }),
  });
}

function choose(id: string): void {
  try {
    localStorage.setItem(key, id);
  } catch {
    // Storage may be full or forbidden. The choice is then lost.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

function read(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
