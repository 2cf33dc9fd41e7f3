'use client';

import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  accountLimits,
  inviteBody,
  type PersonLink,
  type RoleName,
  roleName,
} from '@/lib/contracts/accounts';
import { ApiError } from '../../_client/api-error';
import type { useInvite } from '../../_client/people-queries';
import { focusFirstError } from '../../_ui/form/focus-field';
import { roleWords } from '../../_ui/text/role-words';

type Props = {
  invite: ReturnType<typeof useInvite>;
  onInvited: (email: string, link: PersonLink) => void;
  onClose: () => void;
  ref: Ref<HTMLFormElement>;
};

/** Asks whom an invitation is for, and what that person may do. */
export function InviteForm({ invite, onInvited, onClose, ref }: Props) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<RoleName>('operator');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const element = useRef<HTMLFormElement>(null);
  useImperativeHandle<HTMLFormElement | null, HTMLFormElement | null>(ref, () => element.current);
  const showProblem = (found: string | undefined) => {
    flushSync(() => setProblem(found));
    focusFirstError(element.current);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (invite.isPending) return;
    const body = inviteBody.safeParse({ email, role });
    if (!body.success) return showProblem('Enter an address such as ada@example.com.');
    invite.mutate(body.data, {
      onSuccess: (link) => onInvited(body.data.email, link),
      onError: (error) => showProblem(error instanceof ApiError ? error.fields['email'] : undefined),
    });
  };
  return (
    <form ref={element} tabIndex={-1} onSubmit={submit} noValidate aria-labelledby="invite">
      <Stack gap="md">
        <TextInput
          type="email"
          label="E-mail address"
          description="They sign in with it. Countersign sends no mail to it."
          required
          autoComplete="off"
          maxLength={accountLimits.email}
          value={email}
          error={problem}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        <Radio.Group label="Role" value={role} onChange={(value) => setRole(roleName.parse(value))}>
          <Stack gap="xs" mt="xs">
            {roleName.options.map((value) => (
              <Radio
                key={value}
                value={value}
                label={roleWords[value].label}
                description={roleWords[value].sentence}
              />
            ))}
          </Stack>
        </Radio.Group>
        {invite.error && !problem && (
          <Text size="sm" c="red" role="alert">
            {invite.error.message}
          </Text>
        )}
        <Group gap="sm">
          <Button type="submit" loading={invite.isPending}>
            Make the invitation
          </Button>
          <Button variant="subtle" color="gray" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
