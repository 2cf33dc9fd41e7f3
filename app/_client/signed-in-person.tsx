'use client';

import { createContext, type ReactNode, useContext } from 'react';

export type SignedInPerson = { name: string; email: string };

const Signed = createContext<SignedInPerson | null>(null);

type Props = { person: SignedInPerson | null; children: ReactNode };

/** Tells all parts of the page who signed in. It is null where nobody signs in: in the local profile. */
export function SignedInPersonProvider({ person, children }: Props) {
  return <Signed value={person}>{children}</Signed>;
}

export const useSignedInPerson = (): SignedInPerson | null => useContext(Signed);
