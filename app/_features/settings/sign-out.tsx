'use client';

import type { SessionView } from '@/lib/contracts/sessions';
import { countOf } from '@/lib/shared/quantities';
import { useSignOut } from '../../_client/session-queries';
import { ConfirmDialog } from '../../_ui/layer/confirm-dialog';

type Which = SessionView | 'others';
type Props = { which: Which | null; otherCount: number; isTeam: boolean; onClose: () => void };

/** Asks first, because a browser that is signed out needs a new link, or its person has to sign in again. */
export function SignOut({ which, otherCount, isTeam, onClose }: Props) {
  const signOut = useSignOut(isTeam);
  const { title, consequence } = describe(which, otherCount, isTeam);
  return (
    <ConfirmDialog
      isOpen={which !== null}
      title={title}
      confirm="Sign out"
      action={signOut}
      onConfirm={(options) => which && signOut.mutate(which, options)}
      done={which === 'others' ? 'All other browsers were signed out.' : 'The browser was signed out.'}
      onClose={onClose}
    >
      {which !== null && consequence}
    </ConfirmDialog>
  );
}

type Words = { title: string; consequence: string };

function describe(which: Which | null, otherCount: number, isTeam: boolean): Words {
  if (which === 'others')
    return {
      title: `Sign out ${countOf(otherCount, 'other browser')}?`,
      consequence: isTeam
        ? 'Their open pages close within seconds. You can sign in there again.'
        : 'Their open pages close within seconds. Each one needs a new link to come back.',
    };
  if (which?.isThis)
    return {
      title: 'Sign out this browser?',
      consequence: isTeam
        ? 'To come back, sign in again. What you typed here but did not send is removed.'
        : 'To come back, run npm run link in the folder of Countersign, and open the address that it prints. What you typed stays in this browser.',
    };
  return {
    title: `Sign out ${which?.name ?? ''}?`,
    consequence: isTeam
      ? 'Its open pages close within seconds. You can sign in there again.'
      : 'Its open pages close within seconds. It needs a new link to come back.',
  };
}
