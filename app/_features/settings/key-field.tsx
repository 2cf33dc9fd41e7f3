'use client';

import { Button, PasswordInput } from '@mantine/core';
import { readApiKey } from '@/lib/contracts/model-server-values';
import type { Secrets } from './model-draft';

type Props = {
  value: Secrets['apiKey'];
  /** The server has a stored key for this model server. */
  hasKey: boolean;
  isKeyLost: boolean;
  canRemove: boolean;
  error: string | undefined;
  onChange: (value: Secrets['apiKey']) => void;
  onProblem: (problem: string) => void;
};

export function KeyField({ value, hasKey, isKeyLost, canRemove, error, onChange, onProblem }: Props) {
  return (
    <>
      <PasswordInput
        label="API key"
        description={describeKey(value, hasKey, isKeyLost)}
        placeholder={hasKey && value === undefined ? 'A key is stored; leave blank to keep it' : ''}
        autoComplete="off"
        value={value ?? ''}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
        onPaste={(event) => {
          // The browser would silently drop line breaks, and the key would then be wrong.
          const read = readApiKey(event.clipboardData.getData('text'));
          if (read.ok) return;
          event.preventDefault();
          onProblem(read.problem);
        }}
        onBlur={() => {
          const read = readApiKey(value ?? null);
          if (!read.ok) onProblem(read.problem);
        }}
      />
      {canRemove && (hasKey || isKeyLost) && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => onChange(value === null ? undefined : null)}
        >
          {value === null ? 'Keep the stored key' : 'Remove the stored key'}
        </Button>
      )}
    </>
  );
}

function describeKey(value: Secrets['apiKey'], hasKey: boolean, isKeyLost: boolean): string {
  if (value === null) return 'Saving removes the stored key.';
  if (isKeyLost) return 'The stored key cannot be read. Enter it again.';
  return hasKey ? 'Stored encrypted and never shown again.' : 'Local servers usually need none.';
}
