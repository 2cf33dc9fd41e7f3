'use client';

import { createContext, useContext } from 'react';

/** Maps the id of each workspace that the reader is in to its name. */
const Names = createContext<ReadonlyMap<string, string>>(new Map());
export const WorkspaceNamesProvider = Names.Provider;

/**
 * Returns the name of a workspace where the reader needs it, and null where there is only one. A workspace that is
 * not configured any longer goes by its id.
 */
export function useWorkspaceName(id: string | null): string | null {
  const names = useContext(Names);
  return id === null || names.size < 2 ? null : (names.get(id) ?? id);
}
