import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { RunView } from '@/lib/contracts/runs';
import { applyRunLiveMessage, isGap } from './apply-run-live-message';
import { connection } from './connection';
import { openLiveUpdates } from './live-updates';
import { outage } from './outage';
import { queryKeys } from './query-keys';
import { useRunIfAny } from './run-queries';

/** Keeps the watched run in the cache up to date while events may come. */
export function useRunLive(runId: string | null): void {
  const client = useQueryClient();
  const { data } = useRunIfAny(runId);
  const expectsEvents = data?.header.expectsEvents ?? false;
  const status = data?.header.status;

  // Lists show the status of each last run, so they reload when it changes.
  useEffect(() => {
    if (status) void client.invalidateQueries({ queryKey: queryKeys.conversationLists });
  }, [client, status]);

  useEffect(() => {
    if (runId === null || !expectsEvents) return;
    const key = queryKeys.run(runId);
    const updates = openLiveUpdates(
      runId,
      (message) => {
        if (message.type === 'outage') return outage.set(message.problem);
        const before = client.getQueryData<RunView>(key);
        if (isGap(before, message)) return updates.restart();
        const after = applyRunLiveMessage(before, message);
        client.setQueryData<RunView>(key, after);
        if (before?.header.approvalId !== after?.header.approvalId) {
          void client.invalidateQueries({ queryKey: queryKeys.approvals });
        }
      },
      (state) => {
        connection.set(state);
        // The server may have ended the stream because its reader no longer sees the conversation.
        const known = client.getQueryData<RunView>(key)?.header.conversationId;
        if (state === 'lost' && known !== undefined)
          void client.invalidateQueries({ queryKey: queryKeys.conversation(known), exact: true });
      },
    );
    return updates.close;
  }, [client, runId, expectsEvents]);
}
