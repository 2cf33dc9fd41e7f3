import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { madeLink, type SessionView, sessionList } from '@/lib/contracts/sessions';
import { requestJson } from './api-client';
import { keepAnswer } from './keep-answer';
import { forgetKeptContent } from './kept-content';
import { beginSigningOut, failSigningOut, leave } from './leave';
import { forgetPageKey, onKeyForgotten } from './page-key';
import { queryKeys } from './query-keys';

export function useSessions() {
  return useQuery({
    queryKey: queryKeys.sessions,
    queryFn: ({ signal }) => requestJson(sessionList, '/api/sessions', { signal }),
  });
}

/**
 * Signs one browser out, or all but this one. The answer is the list of those that stay. The local profile keeps
 * what was typed here, because the same person comes back with a link.
 */
export function useSignOut(isTeam: boolean) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (which: SessionView | 'others') => {
      if (which === 'others')
        return requestJson(sessionList, '/api/sessions/sign-out-others', { method: 'POST' });
      if (isTeam && which.isThis) beginSigningOut();
      return endSession(which);
    },
    onError: failSigningOut,
    onSuccess(left, which) {
      keepAnswer(client, queryKeys.sessions, left);
      if (which === 'others' || !which.isThis) return;
      if (isTeam) forgetPageKey();
      // The page in this one's place says how to get in again.
      leave();
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
      if (here) await endSession(here);
    },
    onError: failSigningOut,
    onSuccess() {
      forgetPageKey();
      leave();
    },
  });
}

const endSession = ({ id }: SessionView) =>
  requestJson(sessionList, `/api/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' });

/** Leaves this page when the person signs out in another tab of the browser. */
export function useSignOutElsewhere(): void {
  useEffect(
    () =>
      onKeyForgotten(() => {
        forgetKeptContent();
        beginSigningOut();
        leave();
      }),
    [],
  );
}

export function useMakeLink() {
  return useMutation({ mutationFn: () => requestJson(madeLink, '/api/links', { method: 'POST' }) });
}
