'use client';

import { createContext, useContext } from 'react';
import { fileAddress, rawAddress } from './file-address';

/** The paths below belong to this workspace. Null means the only one. */
const Context = createContext<string | null>(null);
export const WorkspaceProvider = Context.Provider;
export const useWorkspaceOfFiles = () => useContext(Context);

/** Returns `fileAddress` and `rawAddress` for the workspace of this part of the page. */
export function useFileAddresses() {
  const workspaceId = useContext(Context);
  return {
    fileAddress: (path: string, line?: number) => fileAddress(path, line, workspaceId),
    rawAddress: (path: string, use: 'shown' | 'download') => rawAddress(path, use, workspaceId),
  };
}
