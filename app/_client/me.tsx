'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { type Access, type MeView, meView } from '@/lib/contracts/me';
import { requestJson } from './api-client';
import { usePendingApprovals } from './approval-queries';
import { keepContentOf } from './kept-content';
import { mayDo, type Started } from './may-do';
import { queryKeys } from './query-keys';

const Me = createContext<MeView | null>(null);

/** Tells all parts of the page who reads it. The answer that came with the page counts until the next one. */
export function MeProvider({ fromPage, children }: { fromPage: MeView | null; children: ReactNode }) {
  const { data } = useQuery({
    queryKey: queryKeys.me,
    queryFn: ({ signal }) => requestJson(meView, '/api/me', { signal }),
    refetchOnWindowFocus: 'always',
  });
  const me = data ?? fromPage;
  useState(() => typeof window !== 'undefined' && me && keepContentOf(me.id));
  useRoleChanges(me?.role);
  return <Me value={me}>{children}</Me>;
}

/**
 * An admin may change the reader's role while the page is open. The list of approvals, which each page polls,
 * says the role of now. All that the page shows may depend on it.
 */
function useRoleChanges(known: string | undefined): void {
  const client = useQueryClient();
  const now = usePendingApprovals().data?.role;
  useEffect(() => {
    if (known !== undefined && now !== undefined && now !== known) void client.invalidateQueries();
  }, [client, known, now]);
}

/** Returns who reads the page, or null until that is known. */
export const useMe = (): MeView | null => useContext(Me);

/** Says whether people have accounts here, or null until that is known. */
export function useIsTeam(): boolean | null {
  const me = useMe();
  return me && me.email !== null;
}

/** Returns `mayDo` for the reader of the page. */
export function useMay(): (access: Access, thing?: Started) => boolean {
  const me = useMe();
  return (access, thing) => mayDo(me, access, thing);
}

/** Shows its children only to people with this kind of access. */
export function ForThoseWhoMay({ access, children }: { access: Access; children: ReactNode }) {
  return useMay()(access) && children;
}
