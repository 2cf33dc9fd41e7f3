'use client';

import { Stack } from '@mantine/core';
import { type ResetBody, type ResetView, resetBody } from '@/lib/contracts/accounts';
import { useResetLink, useResetPassword } from '../../_client/door-queries';
import { DoorButton } from './door-button';
import { DoorSheet } from './door-sheet';
import { GivenAddress } from './given-address';
import { LinkedSheet } from './linked-sheet';
import { NewPasswordField, passwordProblem } from './new-password-field';
import { useDoorForm } from './use-door-form';
import { useLinkCode } from './use-link-code';

export function ResetScreen() {
  const code = useLinkCode();
  return (
    <LinkedSheet
      code={code}
      found={useResetLink(code)}
      closedTitle="This link is closed"
      missing="The address of a link for a new password ends with a code. Open the complete link that you were given."
    >
      {(account) => <NewPassword code={code ?? ''} account={account} />}
    </LinkedSheet>
  );
}

function NewPassword({ code, account }: { code: string; account: ResetView }) {
  const reset = useResetPassword();
  const { form, field, refusal } = useDoorForm({
    initial: { password: '' },
    shape: resetBody,
    toBody: (values): ResetBody => ({ code, ...values }),
    problems: { password: passwordProblem },
    send: reset,
  });
  return (
    <DoorSheet
      title="Choose a new password"
      lead={`For ${account.name}. Every other browser of this account is signed out.`}
    >
      <form {...form} aria-label="Choose a new password">
        <Stack gap="md">
          <GivenAddress email={account.email} />
          <NewPasswordField {...field('password')} />
          <DoorButton refusal={refusal} isPending={reset.isPending || reset.isSuccess}>
            Save and sign in
          </DoorButton>
        </Stack>
      </form>
    </DoorSheet>
  );
}
