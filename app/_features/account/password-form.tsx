'use client';

import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { accountLimits } from '@/lib/contracts/accounts';
import { useChangePassword } from '../../_client/account-queries';
import { ApiError } from '../../_client/api-error';
import { focusFirstError } from '../../_ui/form/focus-field';

type Props = {
  email: string;
  hasPassword: boolean;
  onSaved: () => void;
  onClose: () => void;
  ref: Ref<HTMLFormElement>;
};

type Errors = { current?: string | undefined; password?: string | undefined };
const { passwordFrom, passwordTo } = accountLimits;

/** Asks for the password that counts now and the next one. */
export function PasswordForm({ email, hasPassword, onSaved, onClose, ref }: Props) {
  const change = useChangePassword();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const element = useRef<HTMLFormElement>(null);
  useImperativeHandle<HTMLFormElement | null, HTMLFormElement | null>(ref, () => element.current);
  const showErrors = (found: Errors) => {
    flushSync(() => setErrors(found));
    focusFirstError(element.current);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    const found: Errors = {
      current: hasPassword && current === '' ? 'Enter your current password.' : undefined,
      password: password.length < passwordFrom ? `Use ${passwordFrom} characters or more.` : undefined,
    };
    showErrors(found);
    if (found.current || found.password) return;
    change.mutate(hasPassword ? { current, password } : { password }, {
      onSuccess: onSaved,
      onError: (error) => showErrors(error instanceof ApiError ? error.fields : {}),
    });
  };
  return (
    <form ref={element} tabIndex={-1} onSubmit={submit} noValidate aria-labelledby="change-password">
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
              setErrors({ ...errors, current: undefined });
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
            setErrors({ ...errors, password: undefined });
          }}
        />
        {change.error && !errors.current && !errors.password && (
          <Text size="sm" c="red" role="alert">
            {change.error.message}
          </Text>
        )}
        <Group gap="sm">
          <Button type="submit" loading={change.isPending}>
            Save the password
          </Button>
          <Button variant="subtle" color="gray" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
