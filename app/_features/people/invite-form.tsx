'use client';

import { Radio, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type Ref, useState } from 'react';
import {
  accountLimits,
  inviteBody,
  type PersonLink,
  type RoleName,
  roleName,
} from '@/lib/contracts/accounts';
import { ApiError } from '../../_client/api-error';
import type { useInvite } from '../../_client/people-queries';
import { FormEnd } from '../../_ui/form/form-end';
import { useFieldErrors } from '../../_ui/form/use-field-errors';
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
  const { form, errors, hasErrors, show, clear } = useFieldErrors(['email'], ref);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (invite.isPending) return;
    const body = inviteBody.safeParse({ email, role });
    if (!body.success) {
      show({ email: 'Enter an address such as ada@example.com.' });
      return;
    }
    invite.mutate(body.data, {
      onSuccess: (link) => onInvited(body.data.email, link),
      onError: (error) => show(error instanceof ApiError ? error.fields : {}),
    });
  };
  return (
    <form ref={form} tabIndex={-1} onSubmit={submit} noValidate aria-labelledby="invite">
      <Stack gap="md">
        <TextInput
          type="email"
          label="E-mail address"
          description="They sign in with it. Countersign sends no mail to it."
          required
          autoComplete="off"
          maxLength={accountLimits.email}
          value={email}
          error={errors.email}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
            clear('email');
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
        <FormEnd
          confirm="Make the invitation"
          isPending={invite.isPending}
          error={hasErrors ? null : invite.error}
          onClose={onClose}
        />
      </Stack>
    </form>
  );
}
