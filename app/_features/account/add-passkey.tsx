'use client';

import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { accountLimits, nameBody } from '@/lib/contracts/accounts';
import { useAddPasskey } from '../../_client/account-queries';
import { FormEnd } from '../../_ui/form/form-end';
import { useFocusSwitch } from '../../_ui/form/use-focus-switch';
import { announce } from '../../_ui/state/announcer';
import classes from './account.module.css';

/** Asks for a name before the browser asks for the fingerprint. */
export function AddPasskey() {
  const add = useAddPasskey();
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const focus = useFocusSwitch({ isOpen, isRestored: false });
  const close = () => {
    setIsOpen(false);
    setName('');
    setProblem(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    const body = nameBody.safeParse({ name });
    if (!body.success) return setProblem('Enter a name.');
    add.mutate(body.data.name, {
      onSuccess: () => {
        announce('The passkey was added.');
        close();
      },
      onError: (error) => setProblem(error.message),
    });
  };
  if (!isOpen)
    return (
      <Button ref={focus.button} className={classes['add']} variant="default" onClick={() => setIsOpen(true)}>
        Add a passkey
      </Button>
    );
  return (
    <form
      ref={focus.form}
      className={classes['panel']}
      tabIndex={-1}
      onSubmit={submit}
      noValidate
      aria-label="Add a passkey"
    >
      <Stack gap="md">
        <TextInput
          label="Name of the passkey"
          description="The device that keeps it, such as “My phone”."
          required
          autoComplete="off"
          maxLength={accountLimits.name}
          value={name}
          error={problem}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        <FormEnd confirm="Add the passkey" isPending={add.isPending} onClose={close} />
      </Stack>
    </form>
  );
}
