import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { WorkflowView } from '@/lib/contracts/workflows';
import { workspaceList } from '@/lib/contracts/workspaces';
import { requestJson } from './api-client';
import { useKnownConversation } from './conversation-queries';
import { useMe } from './me';
import { queryKeys } from './query-keys';
import { createStoredText } from './stored-text';

const lastChoice = createStoredText('countersign.workspace');

/**
 * Returns the workspaces that the reader is in, and the one that this browser chose last. `chosenId` is null where
 * there is no choice: the server then takes the only one.
 */
export function useWorkspaceChoice() {
  const workspaces = useMe()?.workspaces ?? [];
  const stored = useSyncExternalStore(lastChoice.subscribe, lastChoice.read, () => null);
  const chosen = workspaces.find(({ id }) => id === stored) ?? workspaces[0];
  return {
    workspaces,
    chosenId: workspaces.length < 2 ? null : (chosen?.id ?? null),
    choose: lastChoice.write,
  };
}

/** Returns the id that addresses of files need, or null where there is only one workspace. */
export function useNeededWorkspace(id: string | null): string | null {
  const workspaces = useMe()?.workspaces ?? [];
  return workspaces.length < 2 ? null : id;
}

/** Returns the workspace in which a run would begin: the one of its conversation, or the one chosen last. */
export function useStartWorkspace(conversationId: string | null) {
  const { workspaces, chosenId, choose } = useWorkspaceChoice();
  const conversation = useKnownConversation(conversationId).data;
  const workspaceId = useNeededWorkspace(conversation?.workspaceId ?? chosenId);
  const workspace = workspaces.find(({ id }) => id === workspaceId) ?? workspaces[0];
  /** Lowers the limits of a workflow to those of the workspace. */
  const lowerLimits = (limits: WorkflowView['limits']) => ({
    maxSteps: Math.min(limits.maxSteps, workspace?.maxSteps ?? Number.POSITIVE_INFINITY),
    maxActiveMs: Math.min(limits.maxActiveMs, workspace?.maxActiveMs ?? Number.POSITIVE_INFINITY),
  });
  return { workspaces, workspaceId, choose, lowerLimits, elsewhere: workspace?.elsewhere ?? null };
}

/** Loads how all workspaces are configured, for those who administer. */
export function useWorkspaceList() {
  return useQuery({
    queryKey: queryKeys.workspaces,
    queryFn: ({ signal }) => requestJson(workspaceList, '/api/settings/workspaces', { signal }),
  });
}
