import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { accountLimits } from '@/lib/contracts/accounts';

export const passwordProblem = `Use at least ${accountLimits.passwordFrom} characters.`;

/** Asks for a new password. Its rule stands there before somebody types. */
export function NewPasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      label="Password"
      description={`At least ${accountLimits.passwordFrom} characters. A few words are easy to remember.`}
      autoComplete="new-password"
      required
      maxLength={accountLimits.passwordTo}
      visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
      {...props}
    />
  );
}
