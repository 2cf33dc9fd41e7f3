'use client';

import { Autocomplete, Button, Group, PasswordInput, Text, TextInput } from '@mantine/core';
import type { ModelServerBody } from '@/lib/contracts/settings';
import { useListModels } from '../../_client/settings-queries';
import { LocalServers } from './local-servers';
import { TestConnection } from './test-connection';

/** `apiKey` undefined keeps the stored key, null removes it. */
export type ServerDraft = { baseUrl: string; model: string; apiKey: string | null | undefined };

type Props = {
  draft: ServerDraft;
  hasKey: boolean;
  errors: Readonly<Record<string, string>>;
  onChange: (draft: ServerDraft) => void;
};

export function ServerFields({ draft, hasKey, errors, onChange }: Props) {
  const list = useListModels();
  const server: ModelServerBody = {
    baseUrl: draft.baseUrl,
    ...(draft.apiKey === undefined ? {} : { apiKey: draft.apiKey }),
  };
  return (
    <>
      <LocalServers
        onChoose={(baseUrl, model) =>
          onChange({ ...draft, baseUrl, model: model ?? draft.model, apiKey: undefined })
        }
      />
      <TextInput
        label="Address"
        description="Up to and with /v1"
        placeholder="https://api.openai.com/v1"
        type="url"
        value={draft.baseUrl}
        error={errors['baseUrl']}
        onChange={(event) => onChange({ ...draft, baseUrl: event.currentTarget.value })}
      />
      <PasswordInput
        label="Key"
        description={keyHint(hasKey, draft.apiKey)}
        placeholder={hasKey && draft.apiKey === undefined ? 'A key is stored; leave empty to keep it' : ''}
        autoComplete="off"
        value={draft.apiKey ?? ''}
        error={errors['apiKey']}
        onChange={(event) => onChange({ ...draft, apiKey: event.currentTarget.value || undefined })}
      />
      {hasKey && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => onChange({ ...draft, apiKey: draft.apiKey === null ? undefined : null })}
        >
          {draft.apiKey === null ? 'Keep the stored key' : 'Remove the stored key'}
        </Button>
      )}
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <Autocomplete
          label="Model"
          placeholder="gpt-5-mini"
          flex={1}
          data={list.data?.models ?? []}
          value={draft.model}
          error={errors['model']}
          onChange={(model) => onChange({ ...draft, model })}
        />
        <Button
          variant="default"
          loading={list.isPending}
          disabled={draft.baseUrl === ''}
          onClick={() => list.mutate(server)}
        >
          Ask the server
        </Button>
      </Group>
      {list.data && (
        <Text size="sm" c="dimmed" role="status">
          {list.data.models.length === 0
            ? 'The server offers no models.'
            : `The server offers ${list.data.models.length}; choose one in the field.`}
        </Text>
      )}
      {list.error && (
        <Text size="sm" c="red" role="alert">
          {list.error.message}
        </Text>
      )}
      <TestConnection server={{ ...server, ...(draft.model === '' ? {} : { model: draft.model }) }} />
    </>
  );
}

function keyHint(hasKey: boolean, apiKey: ServerDraft['apiKey']): string {
  if (apiKey === null) return 'The stored key is removed when you save.';
  return hasKey ? 'Stored encrypted; it is never shown again.' : 'Local servers usually need none.';
}
