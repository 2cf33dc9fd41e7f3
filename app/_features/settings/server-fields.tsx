'use client';

import { Autocomplete, Button, Group, Text } from '@mantine/core';
import { useEffect } from 'react';
import type { ModelSettings } from '@/lib/contracts/settings';
import { countOf } from '@/lib/shared/quantities';
import { useListModels } from '../../_client/settings-queries';
import { AddressField } from './address-field';
import { KeyField } from './key-field';
import { LocalServers } from './local-servers';
import { ModelCheck } from './model-check';
import { checkServer, type FieldErrors, type ServerDraft, toServerBody } from './server-draft';
import classes from './settings.module.css';

type Props = {
  provider: string;
  draft: ServerDraft;
  settings: ModelSettings;
  errors: FieldErrors;
  onChange: (changes: Partial<ServerDraft>) => void;
  onErrors: (errors: FieldErrors) => void;
};

export function ServerFields({ provider, draft, settings, errors, onChange, onErrors }: Props) {
  const { mutate, reset, data, error, isPending } = useListModels();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list belongs to the server it came from
  useEffect(() => reset(), [draft.baseUrl, draft.apiKey, reset]);
  const fail = (field: string) => (problem: string) => onErrors({ ...errors, [field]: problem });
  /** Asks the server only about values that can be sent. */
  const whenUsable =
    (ask: () => void, needsModel = false) =>
    () => {
      const found = checkServer(draft, needsModel);
      onErrors(found);
      if (Object.keys(found).length === 0) ask();
    };
  return (
    <>
      <LocalServers
        onChoose={(baseUrl, model) => onChange({ baseUrl, model: model ?? draft.model, apiKey: undefined })}
      />
      <AddressField
        value={draft.baseUrl}
        error={errors['baseUrl']}
        onChange={(baseUrl) => onChange({ baseUrl })}
        onProblem={fail('baseUrl')}
      />
      <KeyField
        value={draft.apiKey}
        settings={settings}
        error={errors['apiKey']}
        onChange={(apiKey) => onChange({ apiKey })}
        onProblem={fail('apiKey')}
      />
      <Autocomplete
        label="Model"
        placeholder="gpt-5-mini"
        data={data?.models ?? []}
        value={draft.model}
        error={errors['model']}
        onChange={(model) => onChange({ model })}
        inputContainer={(input) => (
          <Group gap="xs" wrap="nowrap">
            <div className={classes['grow']}>{input}</div>
            <Button
              variant="default"
              loading={isPending}
              onClick={whenUsable(() => mutate(toServerBody(draft, provider)))}
            >
              Load models
            </Button>
          </Group>
        )}
      />
      {data && (
        <Text size="sm" c="dimmed" role="status">
          {data.models.length === 0
            ? 'The server lists no models. Enter a model’s name.'
            : `The server lists ${countOf(data.models.length, 'model')}. Choose one in the field.`}
        </Text>
      )}
      {error && (
        <Text size="sm" c="red" role="alert">
          {error.message}
        </Text>
      )}
      <ModelCheck server={toServerBody(draft, provider)} whenUsable={whenUsable} />
    </>
  );
}
