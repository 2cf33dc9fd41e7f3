import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { madeLink, type SessionView, sessionList } from '@/lib/contracts/sessions';
import { requestJson } from './api-client';
import { keepAnswer } from './keep-answer';
import { beginSigningOut, failSigningOut, leave } from './leave';
import { forgetPageKey } from './page-key';
import { queryKeys } from './query-keys';

export function useSessions() {
  return useQuery({
    queryKey: queryKeys.sessions,
    queryFn: ({ signal }) => requestJson(sessionList, '/api/sessions', { signal }),
  });
}

/** Signs one browser out, or all but this one. The answer is the list of those that stay. */
export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (which: SessionView | 'others') =>
      which === 'others'
        ? requestJson(sessionList, '/api/sessions/sign-out-others', { method: 'POST' })
        : requestJson(sessionList, `/api/sessions/${encodeURIComponent(which.id)}`, { method: 'DELETE' }),
    onSuccess(left, which) {
      keepAnswer(client, queryKeys.sessions, left);
      // The page in this one's place says how to get in again.
      if (which !== 'others' && which.isThis) window.location.reload();
    },
  });
}

/** Signs this browser out and opens the page that asks to sign in. */
export function useSignOutHere() {
  return useMutation({
    async mutationFn() {
      const { sessions } = await requestJson(sessionList, '/api/sessions');
      beginSigningOut();
      const here = sessions.find(({ isThis }) => isThis);
      if (here)
        await requestJson(sessionList, `/api/sessions/${encodeURIComponent(here.id)}`, { method: 'DELETE' });
    },
    onError: failSigningOut,
    onSuccess() {
      forgetPageKey();
      leave();
    },
  });
}

export function useMakeLink() {
  return useMutation({ mutationFn: () => requestJson(madeLink, '/api/links', { method: 'POST' }) });
}
