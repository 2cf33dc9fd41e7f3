'use client';

import { Button, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { accountLimits, type SignInBody, signInBody } from '@/lib/contracts/accounts';
import { describeProviderProblem } from '@/lib/contracts/provider-problems';
import { useDoor, usePasskeySignIn, useSignIn } from '../../_client/door-queries';
import { readDestination } from '../../_client/go-inside';
import { forgetKeptContent } from '../../_client/kept-content';
import { hasPageKey, hasTakenPageKey } from '../../_client/page-key';
import { Callout } from '../../_ui/state/callout';
import { DoorButton } from './door-button';
import { DoorSheet } from './door-sheet';
import classes from './doors.module.css';
import { OtherWays } from './other-ways';
import { PasswordField } from './password-field';
import { useBrowserFact } from './use-browser-fact';
import { useDoorForm } from './use-door-form';

export function SignInScreen() {
  const isIn = useBrowserFact(hasTakenPageKey, false);
  return isIn ? <ComingIn /> : <SignIn />;
}

/** A provider’s redirect brought the key. The browser kept the cookie back, and sends it from here on. */
function ComingIn() {
  useEffect(() => window.location.replace(readDestination(window.location.search)), []);
  return (
    <DoorSheet title="Signing you in…">
      <Skeleton height="8rem" aria-hidden />
    </DoorSheet>
  );
}

function SignIn() {
  // Another tab may have signed out while this one was on its way here.
  useEffect(() => {
    if (!hasPageKey()) forgetKeptContent();
  }, []);
  const door = useDoor().data;
  const signIn = useSignIn();
  const passkey = usePasskeySignIn();
  const search = useBrowserFact(() => window.location.search, '');
  const hasEnded = useBrowserFact(hasPageKey, false);
  const canUsePasskeys = useBrowserFact(() => 'PublicKeyCredential' in window, false);
  const { form, field, refusal } = useDoorForm({
    initial: { email: '', password: '' },
    shape: signInBody,
    toBody: (values): SignInBody => values,
    problems: { email: 'Enter your e-mail address.', password: 'Enter your password.' },
    send: signIn,
  });
  const problem = describeProviderProblem(new URLSearchParams(search).get('problem'), door?.provider ?? null);
  return (
    <DoorSheet title="Sign in">
      {problem !== null && (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
      {problem === null && hasEnded && (
        <Callout tone="plain" role="note">
          You are signed out. What you typed but did not send is still in this browser.
        </Callout>
      )}
      <form {...form} aria-label="Sign in">
        <Stack gap="md">
          <TextInput
            label="E-mail address"
            type="email"
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={accountLimits.email}
            {...field('email')}
          />
          <PasswordField
            label="Password"
            autoComplete="current-password"
            maxLength={accountLimits.passwordTo}
            {...field('password')}
          />
          <DoorButton refusal={refusal} isPending={signIn.isPending || signIn.isSuccess}>
            Sign in
          </DoorButton>
        </Stack>
      </form>
      <OtherWays door={door} to={readDestination(search)}>
        {door?.hasPasskeys && canUsePasskeys && (
          <Button
            variant="default"
            fullWidth
            loading={passkey.isPending || passkey.isSuccess}
            onClick={() => passkey.mutate()}
          >
            Use a passkey
          </Button>
        )}
        {passkey.error && (
          <Text size="sm" c="var(--danger-text)" role="alert">
            {passkey.error.message}
          </Text>
        )}
      </OtherWays>
      <details>
        <summary>
          <Text span size="sm">
            Forgot your password?
          </Text>
        </summary>
        <Text size="sm" c="dimmed" mt="xs">
          Ask an admin for a link. If you are the only admin, run this on the server:
        </Text>
        <p className={classes['code']}>npm run accounts -- --reset EMAIL</p>
      </details>
    </DoorSheet>
  );
}
