import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type InviteBody,
  type PeopleView,
  type PersonLink,
  peopleView,
  personLink,
  type RoleName,
} from '@/lib/contracts/accounts';
import { type ApiRequest, requestJson } from './api-client';
import { ApiError } from './api-error';
import { keepAnswer } from './keep-answer';
import { useIsTeam } from './me';
import { queryKeys } from './query-keys';

/** Loads the people of a team. Only admins see them (`isShown`). */
export function usePeople() {
  const isTeam = useIsTeam();
  const people = useQuery({
    queryKey: queryKeys.people,
    enabled: isTeam === true,
    queryFn: ({ signal }) => requestJson(peopleView, '/api/people', { signal }),
  });
  const isForOthers = people.error instanceof ApiError && people.error.status === 403;
  return { people, isShown: isTeam === true && !isForOthers };
}

type PersonChange =
  | { type: 'role'; id: string; role: RoleName }
  | { type: 'sign_out' | 'remove' | 'withdraw'; id: string };

/** Changes the team. The answer to each change is the complete list. */
export function useChangePeople() {
  const keep = useKeepPeople();
  return useMutation({
    mutationFn: (change: PersonChange) => {
      const { address, ...request } = toRequest(change);
      return requestJson(peopleView, address, request);
    },
    onSuccess: keep,
  });
}

function toRequest(change: PersonChange): ApiRequest & { address: string } {
  const id = encodeURIComponent(change.id);
  if (change.type === 'withdraw') return { address: `/api/people/invitations/${id}`, method: 'DELETE' };
  const address = `/api/people/${id}`;
  if (change.type === 'role') return { address, method: 'PATCH', body: { role: change.role } };
  if (change.type === 'remove') return { address, method: 'DELETE' };
  return { address: `${address}/sign-out`, method: 'POST' };
}

/** Makes an invitation. The answer holds its link, and nothing can show it again. */
export function useInvite() {
  const keep = useKeepPeople();
  return useMutation({
    mutationFn: (body: InviteBody) =>
      requestJson(personLink, '/api/people/invitations', { method: 'POST', body }),
    onSuccess: keep,
  });
}

/**
 * Makes a link with which a person chooses a new password. Nothing can show it again, so `onMade` gets it even
 * when the person's row is gone by then.
 */
export function useMakeResetLink(id: string, onMade: (link: PersonLink) => void) {
  const keep = useKeepPeople();
  return useMutation({
    mutationFn: () =>
      requestJson(personLink, `/api/people/${encodeURIComponent(id)}/reset`, { method: 'POST' }),
    onSuccess: (link) => {
      keep(link);
      onMade(link);
    },
  });
}

function useKeepPeople() {
  const client = useQueryClient();
  return ({ people, invitations }: PeopleView) => {
    keepAnswer(client, queryKeys.people, { people, invitations });
    // Who gives up the role of an admin sees the list for the last time in this answer.
    if (people.some(({ isYou, role }) => isYou && role !== 'admin'))
      void client.invalidateQueries({ queryKey: queryKeys.people });
    void client.invalidateQueries({ queryKey: queryKeys.account });
    void client.invalidateQueries({ queryKey: queryKeys.signing });
    // An admin who gives up the role loses the other settings of admins, too.
    void client.invalidateQueries({ queryKey: queryKeys.me });
  };
}
