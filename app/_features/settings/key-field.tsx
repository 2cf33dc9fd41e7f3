'use client';

import { Button, PasswordInput } from '@mantine/core';
import type { ModelSettings } from '@/lib/contracts/settings';
import { readApiKey } from '@/lib/shared/model-server-values';
import type { ServerDraft } from './server-draft';

type Props = {
  value: ServerDraft['apiKey'];
  settings: Pick<ModelSettings, 'hasKey' | 'isKeyLost'>;
  error: string | undefined;
  onChange: (value: ServerDraft['apiKey']) => void;
  onProblem: (problem: string) => void;
};

export function KeyField({ value, settings, error, onChange, onProblem }: Props) {
  const { hasKey, isKeyLost } = settings;
  return (
    <>
      <PasswordInput
        label="API key"
        description={describeKey(value, settings)}
        placeholder={hasKey && value === undefined ? 'A key is stored; leave blank to keep it' : ''}
        autoComplete="off"
        value={value ?? ''}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
        onPaste={(event) => {
          // The browser would drop line breaks silently, and the key would then be a wrong one.
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
      {(hasKey || isKeyLost) && (
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

function describeKey(value: ServerDraft['apiKey'], { hasKey, isKeyLost }: Props['settings']): string {
  if (value === null) return 'Saving removes the stored key.';
  if (isKeyLost) return 'The stored key cannot be read. Enter it again.';
  return hasKey ? 'Stored encrypted and never shown again.' : 'Local servers usually need none.';
}
