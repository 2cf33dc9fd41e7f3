import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SettleOutcomeBody } from '@/lib/contracts/run-requests';
import { callDetail, type RunView, runHeader, runView } from '@/lib/contracts/runs';
import { requestJson } from './api-client';
import { newerRun } from './apply-run-live-message';
import { queryKeys } from './query-keys';
import { watchRun } from './watched-run';

/** One run, shared by all components: its conversation fills it, its live updates keep it current. */
export function useRun(id: string) {
  return useQuery(useRunOptions(id));
}

/** The run; undefined without an id. */
export function useRunIfAny(id: string | null) {
  return useQuery({ ...useRunOptions(id ?? ''), enabled: id !== null });
}

/** The run as far as this tab has loaded it; asks the server for nothing. */
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

/** The full details of a step; loaded when a person opens it, and again when what its line says (`shown`) changes. */
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

// The header in the response stays out of the cache: it would hide the items of live events it already counts.
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
