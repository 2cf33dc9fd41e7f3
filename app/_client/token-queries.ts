import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { madeToken, type TokenBody, tokenList } from '@/lib/contracts/tokens';
import { requestJson } from './api-client';
import { keepAnswer } from './keep-answer';
import { queryKeys } from './query-keys';

export function useApiTokens() {
  return useQuery({
    queryKey: queryKeys.apiTokens,
    queryFn: ({ signal }) => requestJson(tokenList, '/api/tokens', { signal }),
  });
}

/** Makes a token. The answer holds it, and nothing can show it again. */
export function useCreateToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: TokenBody) => requestJson(madeToken, '/api/tokens', { method: 'POST', body }),
    onSuccess: ({ tokens }) => keepAnswer(client, queryKeys.apiTokens, { tokens }),
  });
}

export function useRevokeToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      requestJson(tokenList, `/api/tokens/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onSuccess: (left) => keepAnswer(client, queryKeys.apiTokens, left),
  });
}
