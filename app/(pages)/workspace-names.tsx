'use client';

import { type ReactNode, useMemo } from 'react';
import { useMe } from '../_client/me';
import { WorkspaceNamesProvider } from '../_ui/workspaces/workspace-names';

/** Tells all parts of the page how the reader's workspaces are called. */
export function WorkspaceNames({ children }: { children: ReactNode }) {
  const workspaces = useMe()?.workspaces;
  const names = useMemo(() => new Map(workspaces?.map(({ id, name }) => [id, name])), [workspaces]);
  return <WorkspaceNamesProvider value={names}>{children}</WorkspaceNamesProvider>;
}
