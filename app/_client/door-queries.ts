import { useMutation, useQuery } from '@tanstack/react-query';
import {
  type AcceptBody,
  doorView,
  invitedView,
  passkeyQuestion,
  type ResetBody,
  resetView,
  type SetupBody,
  type SignInBody,
  signedIn,
} from '@/lib/contracts/accounts';
import { requestJson } from './api-client';
import { goInside } from './go-inside';
import { queryKeys } from './query-keys';
import { needsRetrySoon } from './retry';

/** Says what strangers may know: how people come in here. */
export function useDoor() {
  return useQuery({
    queryKey: queryKeys.door,
    queryFn: ({ signal }) => requestJson(doorView, '/api/door', { signal }),
  });
}

/** Looks an invitation up without using it. It waits while there is no code yet. */
export function useInvited(code: string | null) {
  return useQuery({
    queryKey: [...queryKeys.door, 'invitation', code],
    queryFn: ({ signal }) =>
      requestJson(invitedView, '/api/door/invitation', { method: 'POST', body: { code }, signal }),
    enabled: !!code,
    retry: needsRetrySoon,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Looks the link for a new password up without using it. */
export function useResetLink(code: string | null) {
  return useQuery({
    queryKey: [...queryKeys.door, 'reset', code],
    queryFn: ({ signal }) =>
      requestJson(resetView, '/api/door/reset', { method: 'POST', body: { code }, signal }),
    enabled: !!code,
    retry: needsRetrySoon,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export const useSetUp = () => useWayIn<SetupBody>('setup');
export const useSignIn = () => useWayIn<SignInBody>('sign-in');
export const useAcceptInvitation = () => useWayIn<AcceptBody>('invitation/accept');
export const useResetPassword = () => useWayIn<ResetBody>('reset/accept');

/** Asks the browser for a passkey, and signs in with it. Its part of the code is loaded when it is needed. */
export function usePasskeySignIn() {
  return useMutation({
    mutationFn: async () => {
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const { code, options } = await requestJson(passkeyQuestion, '/api/door/passkey/options', {
        method: 'POST',
      });
      const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
      const response = await startAuthentication({ optionsJSON }).catch(() => {
        throw new Error('The browser gave no passkey. Try again, or sign in with your password.');
      });
      return requestJson(signedIn, '/api/door/passkey', { method: 'POST', body: { code, response } });
    },
    onSuccess: ({ key }) => goInside(key),
  });
}

/** Sends a form that lets its sender in. */
function useWayIn<Body>(route: string) {
  return useMutation({
    mutationFn: (body: Body) => requestJson(signedIn, `/api/door/${route}`, { method: 'POST', body }),
    onSuccess: ({ key }) => goInside(key),
  });
}
