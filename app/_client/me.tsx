'use client';

import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { type Access, type MeView, meView } from '@/lib/contracts/me';
import { requestJson } from './api-client';
import { mayDo, type Started } from './may-do';
import { queryKeys } from './query-keys';

/** An admin may change a person's role while the page is open. */
const pollMs = 60_000;

const Me = createContext<MeView | null>(null);

/** Tells all parts of the page who reads it. The answer that came with the page counts until the next one. */
export function MeProvider({ fromPage, children }: { fromPage: MeView | null; children: ReactNode }) {
  const { data } = useQuery({
    queryKey: queryKeys.me,
    queryFn: ({ signal }) => requestJson(meView, '/api/me', { signal }),
    refetchInterval: pollMs,
    refetchOnWindowFocus: 'always',
  });
  return <Me value={data ?? fromPage}>{children}</Me>;
}

/** Returns who reads the page, or null until that is known. */
export const useMe = (): MeView | null => useContext(Me);

/** Returns `mayDo` for the reader of the page. */
export function useMay(): (access: Access, thing?: Started) => boolean {
  const me = useMe();
  return (access, thing) => mayDo(me, access, thing);
}

/** Shows its children only to people with this kind of access. */
export function ForThoseWhoMay({ access, children }: { access: Access; children: ReactNode }) {
  return useMay()(access) && children;
}
