import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { modelCheckList, modelCheckMessage } from '@/lib/contracts/model-check';
import { type RetentionBody, retentionEffect, retentionView } from '@/lib/contracts/retention';
import {
  generalSettings,
  localServers,
  type ModelBody,
  type ModelServerBody,
  modelNames,
  modelSettings,
  promptPreview,
  sampleChange,
  sampleState,
  systemPromptList,
} from '@/lib/contracts/settings';
import { type SigningBody, signingView } from '@/lib/contracts/signing';
import { requestJson, streamEvents } from './api-client';
import { keepAnswer } from './keep-answer';
import { queryKeys } from './query-keys';

export function useModelSettings() {
  return useQuery({
    queryKey: queryKeys.modelSettings,
    queryFn: ({ signal }) => requestJson(modelSettings, '/api/settings/model', { signal }),
  });
}

type ModelChange =
  | { type: 'add'; body: ModelBody }
  | { type: 'change'; id: string; body: ModelBody }
  | { type: 'remove'; id: string }
  | { type: 'choose'; id: string };

/** Changes the models. The answer to each change is the complete list. */
export function useChangeModels() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: ModelChange) => {
      const { address, ...request } = toRequest(change);
      return requestJson(modelSettings, address, request);
    },
    onSuccess: (saved) => {
      keepAnswer(client, queryKeys.modelSettings, saved);
      return client.invalidateQueries({ queryKey: queryKeys.workflows });
    },
  });
}

function toRequest(change: ModelChange) {
  if (change.type === 'add')
    return { address: '/api/settings/models', method: 'POST', body: change.body } as const;
  if (change.type === 'choose') {
    return { address: '/api/settings/model', method: 'PUT', body: { id: change.id } } as const;
  }
  const address = `/api/settings/models/${encodeURIComponent(change.id)}`;
  if (change.type === 'remove') return { address, method: 'DELETE' } as const;
  return { address, method: 'PUT', body: change.body } as const;
}

/** Loads the latest check of each model. */
export function useModelChecks() {
  return useQuery({
    queryKey: queryKeys.modelChecks,
    queryFn: ({ signal }) => requestJson(modelCheckList, '/api/settings/model/check', { signal }),
  });
}

/** Names the model to check: the values of a form, or the id of a listed model with its saved settings. */
export type ModelToCheck = { type: 'entered'; body: ModelServerBody } | { type: 'listed'; id: string };

export function streamModelCheck(model: ModelToCheck, signal: AbortSignal) {
  const address =
    model.type === 'entered'
      ? '/api/settings/model/check'
      : `/api/settings/models/${encodeURIComponent(model.id)}/check`;
  const body = model.type === 'entered' ? model.body : {};
  return streamEvents(modelCheckMessage, address, { method: 'POST', body, signal });
}

/** Reloads all views that show verdicts, because the server has saved a new report. */
export function useKeepModelCheck() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: queryKeys.modelChecks });
    void client.invalidateQueries({ queryKey: queryKeys.modelSettings, exact: true });
    void client.invalidateQueries({ queryKey: queryKeys.workflows });
  };
}

export function useListModels() {
  return useMutation({
    mutationFn: (body: ModelServerBody) =>
      requestJson(modelNames, '/api/settings/model/models', { method: 'POST', body }),
  });
}

export function useLocalServers() {
  return useQuery({
    queryKey: queryKeys.localServers,
    queryFn: ({ signal }) => requestJson(localServers, '/api/settings/model/local-servers', { signal }),
    staleTime: 60_000,
  });
}

export function useSystemPrompts() {
  return useQuery({
    queryKey: queryKeys.systemPrompts,
    queryFn: ({ signal }) => requestJson(systemPromptList, '/api/settings/prompts', { signal }),
  });
}

export function useSaveSystemPrompt(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string) =>
      requestJson(systemPromptList, `/api/settings/prompts/${encodeURIComponent(id)}`, {
        method: 'PUT',
        body: { text },
      }),
    onSuccess: (saved) => keepAnswer(client, queryKeys.systemPrompts, saved),
  });
}

export function usePromptPreview(id: string, version: number, workflowId: string | null) {
  return useQuery({
    queryKey: queryKeys.promptPreview(id, version, workflowId ?? ''),
    enabled: workflowId !== null,
    queryFn: ({ signal }) =>
      requestJson(
        promptPreview,
        `/api/settings/prompts/${encodeURIComponent(id)}/preview?workflow=${encodeURIComponent(workflowId ?? '')}`,
        { signal },
      ),
  });
}

export function useSigning() {
  return useQuery({
    queryKey: queryKeys.signing,
    queryFn: ({ signal }) => requestJson(signingView, '/api/settings/signing', { signal }),
  });
}

export function useChangeSigning() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SigningBody) =>
      requestJson(signingView, '/api/settings/signing', { method: 'PUT', body }),
    onSuccess: (saved) => keepAnswer(client, queryKeys.signing, saved),
  });
}

export function useRetention() {
  return useQuery({
    queryKey: queryKeys.retention,
    queryFn: ({ signal }) => requestJson(retentionView, '/api/settings/retention', { signal }),
  });
}

/** Counts the conversations that would go now if they were kept for this many days. Null asks nothing. */
export function useRetentionEffect(days: number | null) {
  return useQuery({
    queryKey: queryKeys.retentionEffect(days),
    enabled: days !== null,
    queryFn: ({ signal }) =>
      requestJson(retentionEffect, `/api/settings/retention/effect?days=${days}`, { signal }),
  });
}

export function useChangeRetention() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RetentionBody) =>
      requestJson(retentionView, '/api/settings/retention', { method: 'PUT', body }),
    onSuccess: (saved) => keepAnswer(client, queryKeys.retention, saved),
  });
}

export function useGeneralSettings() {
  return useQuery({
    queryKey: queryKeys.generalSettings,
    queryFn: ({ signal }) => requestJson(generalSettings, '/api/settings/general', { signal }),
  });
}

/** A null workspace is the only one. */
export function useSampleFiles(workspaceId: string | null) {
  const query = workspaceId === null ? '' : `?workspace=${encodeURIComponent(workspaceId)}`;
  return useQuery({
    queryKey: queryKeys.sampleFiles(workspaceId),
    queryFn: ({ signal }) => requestJson(sampleState, `/api/settings/samples${query}`, { signal }),
  });
}

export function useChangeSampleFiles(workspaceId: string | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: 'reset' | 'undo') =>
      requestJson(sampleChange, `/api/settings/samples/${change}`, {
        method: 'POST',
        body: workspaceId === null ? {} : { workspaceId },
      }),
    onSuccess: ({ state }) => keepAnswer(client, queryKeys.sampleFiles(workspaceId), state),
  });
}
