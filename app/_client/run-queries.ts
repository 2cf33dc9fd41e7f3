import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SettleOutcomeBody } from '@/lib/contracts/run-requests';
import { callDetail, type RunView, runHeader, runView } from '@/lib/contracts/runs';
import { requestJson } from './api-client';
import { newerRun } from './apply-run-live-message';
import { queryKeys } from './query-keys';
import { watchRun } from './watched-run';

/**
 * Loads one run, which all components share. The run's conversation fills it, and live updates keep it
 * current.
 */
export function useRun(id: string) {
  return useQuery(useRunOptions(id));
}

/** Loads the run, or returns undefined without an id. */
export function useRunIfAny(id: string | null) {
  return useQuery({ ...useRunOptions(id ?? ''), enabled: id !== null });
}

/** Returns the run as far as this tab has loaded it, without a request to the server. */
export function useKnownRun(id: string | null) {
  return useQuery({ ...useRunOptions(id ?? ''), enabled: false });
}

function useRunOptions(id: string) {
  const client = useQueryClient();
  return queryOptions({
    queryKey: queryKeys.run(id),
    queryFn: async ({ signal }) => {
      const fetched = await requestJson(runView, pathOf(id), { signal });
      return newerRun(client.getQueryData<RunView>(queryKeys.run(id)), fetched);
    },
    staleTime: 60_000,
  });
}

/**
 * Loads the full details of a step when a person opens it, and again when the text of its line (`shown`)
 * changes.
 */
export function useCallDetail(runId: string, itemId: string, shown: string, isOpen: boolean) {
  return useQuery({
    queryKey: queryKeys.callDetail(runId, itemId, shown),
    queryFn: ({ signal }) =>
      requestJson(callDetail, `${pathOf(runId)}/calls/${encodeURIComponent(itemId)}`, { signal }),
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useStopRun(runId: string) {
  return useSteerRun<void>(runId, 'stop', () => ({}));
}

/** Continues a run that a limit or an error ended. */
export function useContinueRun(runId: string) {
  return useSteerRun<void>(runId, 'continue', () => ({}));
}

export function useSettleOutcome(runId: string) {
  return useSteerRun<SettleOutcomeBody>(runId, 'outcome', (body) => body);
}

// The response's header stays out of the cache: it already counts live events, so their items would never
// show.
function useSteerRun<Input>(runId: string, verb: string, toBody: (input: Input) => unknown) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) =>
      requestJson(runHeader, `${pathOf(runId)}/${verb}`, { method: 'POST', body: toBody(input) }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: queryKeys.run(runId), exact: true });
      watchRun(runId);
      void client.invalidateQueries({ queryKey: queryKeys.approvals });
    },
  });
}

function pathOf(id: string): string {
  return `/api/runs/${encodeURIComponent(id)}`;
}
