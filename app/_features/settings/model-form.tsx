'use client';

import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import dynamic from 'next/dynamic';
import { type FormEvent, useState } from 'react';
import type { ModelProvider, ModelSettings, ModelSettingsBody } from '@/lib/contracts/settings';
import { ApiError } from '../../_client/api-error';
import { useDraft } from '../../_client/drafts';
import { useSaveModelSettings } from '../../_client/settings-queries';
import { announce } from '../../_ui/state/announcer';
import { DraftNotice } from '../../_ui/state/draft-notice';
import { loadPart } from '../../_ui/state/load-part';
import { LoadingRows } from '../../_ui/state/loading-rows';
import {
  checkServer,
  type FieldErrors,
  type ModelDraft,
  parseModelDraft,
  type ServerDraft,
  toDraft,
  toServerBody,
  withoutField,
} from './server-draft';

// The list to choose a model from is the heaviest part of the page, and only some installations need it.
const ServerFields = dynamic(
  () => loadPart(() => import('./server-fields')).then((module) => module.ServerFields),
  {
    ssr: false,
    loading: () => <LoadingRows rows={4} height={60} />,
  },
);

export function ModelForm({ settings }: { settings: ModelSettings }) {
  const draft = useDraft('settings.model', (value) => parseModelDraft(value, settings));
  const [apiKey, setApiKey] = useState<ServerDraft['apiKey']>(undefined);
  const [errors, setErrors] = useState<FieldErrors>({});
  const save = useSaveModelSettings();
  const stored = toDraft(settings);
  const { provider, ...entered } = draft.value ?? stored;
  const server: ServerDraft = { ...entered, apiKey };
  const withServer = settings.providers.filter(({ needsServer }) => needsServer);
  const builtIn = settings.providers.filter(({ needsServer }) => !needsServer);
  const isServer = withServer.some(({ id }) => id === provider);

  const keep = (next: ModelDraft) => {
    save.reset();
    if (JSON.stringify(next) === JSON.stringify(stored)) draft.discard();
    else draft.keep(next);
  };
  const change = (changes: Partial<ServerDraft>) => {
    const { apiKey: nextKey, ...next } = { ...server, ...changes };
    setApiKey(nextKey);
    setErrors(Object.keys(changes).reduce(withoutField, errors));
    keep({ provider, ...next });
  };
  const discard = () => {
    draft.discard();
    setApiKey(undefined);
    setErrors({});
    save.reset();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const found = isServer ? checkServer(server, true) : {};
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    const body: ModelSettingsBody = isServer
      ? { ...toServerBody(server, provider), model: server.model }
      : { provider };
    save.mutate(body, {
      onSuccess: () => {
        draft.discard();
        setApiKey(undefined);
        announce('The model settings were saved.');
      },
      onError: (error) => setErrors(error instanceof ApiError ? error.fields : {}),
    });
  };
  const hasFieldErrors = Object.keys(errors).length > 0;

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {draft.isRestored && <DraftNotice onDiscard={discard} />}
        <Radio.Group
          label="Which model"
          value={provider}
          onChange={(value) => {
            setErrors({});
            keep({ provider: value, ...entered });
          }}
        >
          <Stack gap="xs" mt={6}>
            {withServer.map(toRadio)}
            <Radio
              value="environment"
              label="Environment variables"
              description="OPENAI_BASE_URL, OPENAI_API_KEY and OPENAI_MODEL, read when the server starts."
            />
            {builtIn.map(toRadio)}
          </Stack>
        </Radio.Group>
        {isServer && (
          <ServerFields
            provider={provider}
            draft={server}
            settings={settings}
            errors={errors}
            onChange={change}
            onErrors={setErrors}
          />
        )}
        {save.error && !hasFieldErrors && (
          <Text size="sm" c="red" role="alert">
            Not saved. {save.error.message}
          </Text>
        )}
        <Group gap="sm">
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
          {hasFieldErrors && (
            <Text size="sm" c="red" role="alert">
              {Object.keys(errors).length === 1
                ? 'Fix 1 field to continue.'
                : `Fix ${Object.keys(errors).length} fields to continue.`}
            </Text>
          )}
          {save.isSuccess && (
            <Text size="sm" c="dimmed" role="status">
              Saved. New runs use this model.
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function toRadio({ id, label, description }: ModelProvider) {
  return <Radio key={id} value={id} label={label} description={description} />;
}
