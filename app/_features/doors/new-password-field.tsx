import type { PasswordInputProps } from '@mantine/core';
import { accountLimits } from '@/lib/contracts/accounts';
import { PasswordField } from './password-field';

export const passwordProblem = `Use at least ${accountLimits.passwordFrom} characters.`;

/** Asks for a new password. Its rule is there before somebody types. */
export function NewPasswordField(props: PasswordInputProps) {
  return (
    <PasswordField
      label="Password"
      description={`At least ${accountLimits.passwordFrom} characters. A few words are easy to remember.`}
      autoComplete="new-password"
      maxLength={accountLimits.passwordTo}
      {...props}
    />
  );
}
