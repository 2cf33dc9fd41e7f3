'use client';

import { Skeleton, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { accountLimits, type SetupBody, setupBody } from '@/lib/contracts/accounts';
import { ApiError } from '../../_client/api-error';
import { useSetUp } from '../../_client/door-queries';
import { DoorButton } from './door-button';
import { DoorSheet } from './door-sheet';
import { emailProblem, nameProblem } from './field-problems';
import { NewPasswordField, passwordProblem } from './new-password-field';
import { PasswordField } from './password-field';
import { useDoorForm } from './use-door-form';
import { useSetupSecret } from './use-setup-secret';

/** Makes the first owner. The start command's address brings the setup secret. */
export function SetUpScreen() {
  const given = useSetupSecret();
  return (
    <DoorSheet
      title="Make the first owner"
      lead="You become the first admin and invite the others. Everything that is here already belongs to you."
    >
      {/* The form puts the focus into its first field, and the address says which one that is. */}
      {given === null ? <Skeleton height="22rem" aria-label="Loading" /> : <SetUpForm given={given} />}
    </DoorSheet>
  );
}

function SetUpForm({ given }: { given: string }) {
  const setUp = useSetUp();
  const { form, field, refusal } = useDoorForm({
    initial: { secret: '', name: '', email: '', password: '' },
    shape: setupBody,
    toBody: (values): SetupBody => ({ ...values, secret: values.secret || given }),
    problems: {
      secret: 'Enter the setup secret.',
      name: nameProblem,
      email: emailProblem,
      password: passwordProblem,
    },
    send: setUp,
  });
  // The secret of the address is not shown, unless the server refuses it.
  const isRefused = setUp.error instanceof ApiError && setUp.error.status === 403;
  const [wasRefused, setWasRefused] = useState(false);
  if (isRefused && !wasRefused) setWasRefused(true);
  return (
    <form {...form} aria-label="Make the first owner">
      <Stack gap="md">
        {(given === '' || wasRefused) && (
          <PasswordField
            label="Setup secret"
            description="Open the address that the server printed, or copy it from the file setup.secret in the data folder."
            autoComplete="off"
            {...field('secret')}
          />
        )}
        <TextInput
          label="Your name"
          autoComplete="name"
          required
          maxLength={accountLimits.name}
          {...field('name')}
        />
        <TextInput
          label="E-mail address"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={accountLimits.email}
          {...field('email')}
        />
        <NewPasswordField {...field('password')} />
        <DoorButton refusal={refusal} isPending={setUp.isPending || setUp.isSuccess}>
          Make the owner and sign in
        </DoorButton>
      </Stack>
    </form>
  );
}
