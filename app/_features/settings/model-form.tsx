'use client';

import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import dynamic from 'next/dynamic';
import { type FormEvent, useState } from 'react';
import type { ModelSettings, ModelSettingsBody } from '@/lib/contracts/settings';
import { ApiError } from '../../_client/api-error';
import { useSaveModelSettings } from '../../_client/settings-queries';
import { announce } from '../../_ui/state/announcer';
import { loadPart } from '../../_ui/state/load-part';
import { LoadingRows } from '../../_ui/state/loading-rows';
import type { ServerDraft } from './server-fields';

// The list to choose a model from is the heaviest part of the page, and only some installations need it.
const ServerFields = dynamic(
  () => loadPart(() => import('./server-fields')).then((module) => module.ServerFields),
  {
    ssr: false,
    loading: () => <LoadingRows rows={4} height={60} />,
  },
);

export function ModelForm({ settings }: { settings: ModelSettings }) {
  const [provider, setProvider] = useState<ModelSettingsBody['provider']>(
    settings.source === 'settings' ? 'openai_compatible' : settings.source,
  );
  const [draft, setDraft] = useState<ServerDraft>({
    baseUrl: settings.baseUrl ?? '',
    model: settings.model ?? '',
    apiKey: undefined,
  });
  const save = useSaveModelSettings();
  const fields = save.error instanceof ApiError ? save.error.fields : {};

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const { apiKey, ...server } = draft;
    save.mutate(
      provider === 'openai_compatible'
        ? { provider, ...server, ...(apiKey === undefined ? {} : { apiKey }) }
        : { provider },
      {
        onSuccess: () => {
          setDraft({ ...draft, apiKey: undefined });
          announce('The model settings were saved.');
        },
      },
    );
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Radio.Group
          label="Which model"
          value={provider}
          onChange={(value) => {
            setProvider(value as ModelSettingsBody['provider']);
            save.reset();
          }}
        >
          <Stack gap="xs" mt={6}>
            <Radio
              value="openai_compatible"
              label="A model server"
              description="OpenAI, OpenRouter, Ollama, LM Studio, vLLM, llama.cpp …"
            />
            <Radio
              value="environment"
              label="What the server’s environment says"
              description="For installations that are set up by configuration."
            />
            <Radio
              value="demo"
              label="The demonstration"
              description="Works offline, without any model, to try things out."
            />
          </Stack>
        </Radio.Group>
        {provider === 'openai_compatible' && (
          <ServerFields draft={draft} hasKey={settings.hasKey} errors={fields} onChange={setDraft} />
        )}
        {save.error && (
          <Text size="sm" c="red" role="alert">
            It was not saved: {save.error.message}
          </Text>
        )}
        <Group gap="sm">
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
          {save.isSuccess && (
            <Text size="sm" c="dimmed" role="status">
              Saved. The next run uses it.
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  );
}
