'use client';

import { Stack, TextInput } from '@mantine/core';
import { type AcceptBody, acceptBody, accountLimits, type InvitedView } from '@/lib/contracts/accounts';
import { useAcceptInvitation, useDoor, useInvited } from '../../_client/door-queries';
import { roleWords } from '../../_ui/text/role-words';
import { DoorButton } from './door-button';
import { DoorSheet } from './door-sheet';
import { nameProblem } from './field-problems';
import { GivenAddress } from './given-address';
import { LinkedSheet } from './linked-sheet';
import { NewPasswordField, passwordProblem } from './new-password-field';
import { OtherWays } from './other-ways';
import { useDoorForm } from './use-door-form';
import { useLinkCode } from './use-link-code';

export function InvitationScreen() {
  const code = useLinkCode();
  return (
    <LinkedSheet
      code={code}
      found={useInvited(code)}
      closedTitle="This invitation is closed"
      missing="The address of an invitation ends with a code. Open the complete link that you were given."
    >
      {(invited) => <Acceptance code={code ?? ''} invited={invited} />}
    </LinkedSheet>
  );
}

function Acceptance({ code, invited: { email, role } }: { code: string; invited: InvitedView }) {
  const accept = useAcceptInvitation();
  const door = useDoor().data;
  const { label, sentence } = roleWords[role];
  const { form, field, refusal } = useDoorForm({
    initial: { name: '', password: '' },
    shape: acceptBody,
    toBody: (values): AcceptBody => ({ code, ...values }),
    problems: { name: nameProblem, password: passwordProblem },
    send: accept,
  });
  return (
    <DoorSheet title="Join the team" lead={`Your role here: ${label}. ${sentence}`}>
      <form {...form} aria-label="Join the team">
        <Stack gap="md">
          <GivenAddress email={email} />
          <TextInput
            label="Your name"
            autoComplete="name"
            required
            maxLength={accountLimits.name}
            {...field('name')}
          />
          <NewPasswordField {...field('password')} />
          <DoorButton refusal={refusal} isPending={accept.isPending || accept.isSuccess}>
            Join and sign in
          </DoorButton>
        </Stack>
      </form>
      {door?.provider && <OtherWays door={door} to="/" code={code} />}
    </DoorSheet>
  );
}
