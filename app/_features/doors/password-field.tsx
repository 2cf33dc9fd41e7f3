import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** Asks for a secret text. The button that shows it can be reached with the keyboard, too. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      required
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': `Show the ${toWords(props.label)}` }}
      {...props}
    />
  );
}

const toWords = (label: PasswordInputProps['label']): string => String(label).toLowerCase();
