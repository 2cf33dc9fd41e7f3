import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { isTeam } from '@/lib/server/is-team';
import { DoorFrame } from '../_features/doors/door-frame';

/** In the local profile nobody signs in, so a person who is here is in already. */
export default async function DoorsLayout({ children }: { children: ReactNode }) {
  if (!(await isTeam())) redirect('/');
  return <DoorFrame>{children}</DoorFrame>;
}
