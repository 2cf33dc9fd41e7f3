'use client';

import { PasswordInput, Stack } from '@mantine/core';
import { type FormEvent, type Ref, useState } from 'react';
import { accountLimits } from '@/lib/contracts/accounts';
import { useChangePassword } from '../../_client/account-queries';
import { ApiError } from '../../_client/api-error';
import { FormEnd } from '../../_ui/form/form-end';
import { useFieldErrors } from '../../_ui/form/use-field-errors';

type Props = {
  email: string;
  hasPassword: boolean;
  onSaved: () => void;
  onClose: () => void;
  ref: Ref<HTMLFormElement>;
};

const { passwordFrom, passwordTo } = accountLimits;

/** Asks for the password that counts now and the next one. */
export function PasswordForm({ email, hasPassword, onSaved, onClose, ref }: Props) {
  const change = useChangePassword();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const { form, errors, hasErrors, show, clear } = useFieldErrors(['current', 'password'], ref);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    const found = {
      current: hasPassword && current === '' ? 'Enter your current password.' : undefined,
      password: password.length < passwordFrom ? `Use ${passwordFrom} characters or more.` : undefined,
    };
    if (show(found)) return;
    change.mutate(hasPassword ? { current, password } : { password }, {
      onSuccess: onSaved,
      onError: (error) => show(error instanceof ApiError ? error.fields : {}),
    });
  };
  return (
    <form ref={form} tabIndex={-1} onSubmit={submit} noValidate aria-labelledby="change-password">
      {/* A password manager saves the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Stack gap="md">
        {hasPassword && (
          <PasswordInput
            label="Current password"
            required
            autoComplete="current-password"
            maxLength={passwordTo}
            value={current}
            error={errors.current}
            onChange={(event) => {
              setCurrent(event.currentTarget.value);
              clear('current');
            }}
          />
        )}
        <PasswordInput
          label="New password"
          description={`At least ${passwordFrom} characters. Your other browsers will be signed out.`}
          required
          autoComplete="new-password"
          maxLength={passwordTo}
          value={password}
          error={errors.password}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            clear('password');
          }}
        />
        <FormEnd
          confirm="Save the password"
          isPending={change.isPending}
          error={hasErrors ? null : change.error}
          onClose={onClose}
        />
      </Stack>
    </form>
  );
}
