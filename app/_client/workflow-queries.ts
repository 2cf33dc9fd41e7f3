import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type StartRunBody, startedRun } from '@/lib/contracts/run-requests';
import { type PlanBody, workflowList, workflowPlan } from '@/lib/contracts/workflows';
import { requestJson } from './api-client';
import { queryKeys } from './query-keys';
import { watchRun } from './watched-run';

export function useWorkflows() {
  return useQuery({
    queryKey: queryKeys.workflows,
    queryFn: ({ signal }) => requestJson(workflowList, '/api/workflows', { signal }),
  });
}

/** Loads the plan of a direct workflow for these values. */
export function usePlanWorkflow(workflowId: string) {
  return useMutation({
    mutationFn: (body: PlanBody) =>
      requestJson(workflowPlan, `/api/workflows/${encodeURIComponent(workflowId)}/plan`, {
        method: 'POST',
        body,
      }),
  });
}

export function useStartRun(workflowId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: StartRunBody) =>
      requestJson(startedRun, `/api/workflows/${encodeURIComponent(workflowId)}/runs`, {
        method: 'POST',
        body,
      }),
    onSuccess: ({ runId }) => {
      watchRun(runId);
      void client.invalidateQueries({ queryKey: queryKeys.workflows });
      return client.invalidateQueries({ queryKey: queryKeys.conversations });
    },
  });
}
