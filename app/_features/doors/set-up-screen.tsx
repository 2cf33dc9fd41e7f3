'use client';

import { PasswordInput, Stack, TextInput } from '@mantine/core';
import { accountLimits, type SetupBody, setupBody } from '@/lib/contracts/accounts';
import { useSetUp } from '../../_client/door-queries';
import { DoorButton } from './door-button';
import { DoorSheet } from './door-sheet';
import { emailProblem, nameProblem } from './field-problems';
import { NewPasswordField, passwordProblem } from './new-password-field';
import { useDoorForm } from './use-door-form';
import { useLinkCode } from './use-link-code';

/** Makes the first owner. The start command's address brings the setup secret. */
export function SetUpScreen() {
  const given = useLinkCode();
  const setUp = useSetUp();
  const { form, field, refusal } = useDoorForm({
    initial: { secret: '', name: '', email: '', password: '' },
    shape: setupBody,
    toBody: (values): SetupBody => ({ ...values, secret: given || values.secret }),
    problems: {
      secret: 'Enter the setup secret.',
      name: nameProblem,
      email: emailProblem,
      password: passwordProblem,
    },
    send: setUp,
  });
  return (
    <DoorSheet
      title="Make the first owner"
      lead="Everything that is here already belongs to this person, who is an admin and invites the others."
    >
      <form {...form} aria-label="Make the first owner">
        <Stack gap="md">
          {given === '' && (
            <PasswordInput
              label="Setup secret"
              description="The file setup.secret in the data folder has it."
              autoComplete="off"
              required
              visibilityToggleButtonProps={{ 'aria-label': 'Show the secret' }}
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
    </DoorSheet>
  );
}
