import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type AccountView, accountView, type PasswordBody, passkeyQuestion } from '@/lib/contracts/accounts';
import { requestJson } from './api-client';
import { keepAnswer } from './keep-answer';
import { useIsTeam } from './me';
import { queryKeys } from './query-keys';

/** Loads how the person signs in, where people have accounts. */
export function useAccount() {
  const isTeam = useIsTeam();
  const account = useQuery({
    queryKey: queryKeys.account,
    enabled: isTeam === true,
    queryFn: ({ signal }) => requestJson(accountView, '/api/account', { signal }),
  });
  return { account, isShown: isTeam === true };
}

export function useRenameSelf() {
  const client = useQueryClient();
  const keep = useKeepAccount();
  return useMutation({
    mutationFn: (name: string) =>
      requestJson(accountView, '/api/account', { method: 'PATCH', body: { name } }),
    onSuccess(saved) {
      keep(saved);
      // Other pages show the name where the person did something.
      void client.invalidateQueries();
    },
  });
}

/** Saves a new password. All other browsers of the person are then signed out. */
export function useChangePassword() {
  const client = useQueryClient();
  const keep = useKeepAccount();
  return useMutation({
    mutationFn: (body: PasswordBody) =>
      requestJson(accountView, '/api/account/password', { method: 'PUT', body }),
    onSuccess(saved) {
      keep(saved);
      void client.invalidateQueries({ queryKey: queryKeys.sessions });
    },
  });
}

/** Lets the browser make a passkey, and saves it under a name. Throws a sentence for the person. */
export function useAddPasskey() {
  const keep = useKeepAccount();
  return useMutation({
    async mutationFn(name: string) {
      const { code, options } = await requestJson(passkeyQuestion, '/api/account/passkeys/options', {
        method: 'POST',
      });
      const response = await makePasskey(options);
      return requestJson(accountView, '/api/account/passkeys', {
        method: 'POST',
        body: { code, response, name },
      });
    },
    onSuccess: keep,
  });
}

async function makePasskey(options: Record<string, unknown>): Promise<object> {
  const library = await import('@simplewebauthn/browser').catch(() => null);
  if (!library) throw new Error('Countersign could not be reached. Try again.');
  if (!library.browserSupportsWebAuthn()) throw new Error('This browser has no passkeys.');
  const { startRegistration } = library;
  type OptionsJSON = Parameters<typeof startRegistration>[0]['optionsJSON'];
  return startRegistration({ optionsJSON: options as unknown as OptionsJSON }).catch((cause: unknown) => {
    // The name is the one that the standard gives to a second passkey of one device.
    const isSecond = cause instanceof Error && cause.name === 'InvalidStateError';
    const words = isSecond ? 'This device already has a passkey for you.' : 'No passkey was made. Try again.';
    throw new Error(words, { cause });
  });
}

export function useRemovePasskey() {
  const keep = useKeepAccount();
  return useMutation({
    mutationFn: (id: string) =>
      requestJson(accountView, `/api/account/passkeys/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onSuccess: keep,
  });
}

function useKeepAccount() {
  const client = useQueryClient();
  return (saved: AccountView) => keepAnswer(client, queryKeys.account, saved);
}
