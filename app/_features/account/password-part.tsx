'use client';

import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { AccountView } from '@/lib/contracts/accounts';
import { useFocusSwitch } from '../../_ui/form/use-focus-switch';
import { announce } from '../../_ui/state/announcer';
import classes from './account.module.css';
import { PasswordForm } from './password-form';

/** Changes the password, or chooses the first one. */
export function PasswordPart({ account: { email, hasPassword } }: { account: AccountView }) {
  const [isOpen, setIsOpen] = useState(false);
  const focus = useFocusSwitch({ isOpen, isRestored: false });
  const title = hasPassword ? 'Change your password' : 'Choose a password';
  return (
    <div className={classes['part']}>
      {isOpen ? (
        <section className={classes['panel']} aria-labelledby="change-password">
          <h3 id="change-password">{title}</h3>
          <PasswordForm
            ref={focus.form}
            email={email}
            hasPassword={hasPassword}
            onClose={() => setIsOpen(false)}
            onSaved={() => {
              announce('Your password was saved. Your other browsers were signed out.');
              setIsOpen(false);
            }}
          />
        </section>
      ) : (
        <>
          <h3>Password</h3>
          {!hasPassword && (
            <Text size="sm" c="dimmed">
              You have no password.
            </Text>
          )}
          <Button
            ref={focus.button}
            className={classes['add']}
            variant="default"
            onClick={() => setIsOpen(true)}
          >
            {title}
          </Button>
        </>
      )}
    </div>
  );
}
