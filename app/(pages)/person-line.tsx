'use client';

import Link from 'next/link';
import { useState } from 'react';
import { hasDrafts } from '../_client/kept-content';
import { useMe } from '../_client/me';
import { useSignOutHere } from '../_client/session-queries';
import { IconLogout, IconUser } from '../_ui/icons/icons';
import { onDemand } from '../_ui/state/on-demand';
import { RevealedName } from '../_ui/text/revealed-name';
import classes from './person-line.module.css';

const ConfirmDialog = onDemand(() =>
  import('../_ui/layer/confirm-dialog').then((module) => module.ConfirmDialog),
);

/**
 * Shows who is signed in, leads to their account, and signs them out. It is in the rail, and on a phone, which
 * has no rail, in the header of the settings.
 */
export function PersonLine({ place }: { place: 'rail' | 'header' }) {
  const me = useMe();
  const signOut = useSignOutHere();
  const [isAsking, setIsAsking] = useState(false);
  if (me === null || me.email === null) return null;
  const { name, email } = me;
  const isBusy = signOut.isPending || signOut.isSuccess;
  return (
    <div className={classes['person']} data-place={place}>
      <div className={classes['line']}>
        <Link
          href="/settings#account"
          className={classes['account']}
          title={`${name}, ${email}`}
          prefetch={false}
        >
          <IconUser size={18} stroke={1.6} aria-hidden />
          <span className={classes['name']}>
            <RevealedName name={name} />
          </span>
        </Link>
        <button
          type="button"
          className={classes['out']}
          title="Sign out"
          aria-label={place === 'rail' ? 'Sign out' : undefined}
          aria-disabled={isBusy}
          onClick={() => {
            if (isBusy) return;
            if (hasDrafts()) setIsAsking(true);
            else signOut.mutate();
          }}
        >
          <IconLogout size={18} stroke={1.6} aria-hidden />
          {place === 'header' && 'Sign out'}
        </button>
      </div>
      {isAsking && (
        <ConfirmDialog
          isOpen
          title="Sign out of this browser?"
          confirm="Sign out"
          action={signOut}
          onConfirm={() => signOut.mutate()}
          onClose={() => setIsAsking(false)}
        >
          You typed something that you have not sent. Signing out removes it.
        </ConfirmDialog>
      )}
      {signOut.error && !isAsking && (
        <p className={classes['problem']} role="alert">
          You are still signed in. {signOut.error.message}
        </p>
      )}
    </div>
  );
}
