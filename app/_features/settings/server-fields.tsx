'use client';

import { Autocomplete, Button, Group, Text } from '@mantine/core';
import { useEffect } from 'react';
import { toCheckedSettings } from '@/lib/contracts/checked-settings';
import type { ModelSettings, ModelView } from '@/lib/contracts/settings';
import { countOf } from '@/lib/shared/quantities';
import { useListModels } from '../../_client/settings-queries';
import { AddressField } from './address-field';
import { checkDraft, type FieldErrors } from './check-draft';
import { KeyField } from './key-field';
import { LocalServers } from './local-servers';
import { ModelCheck } from './model-check';
import { type ModelDraft, type Secrets, toServerBody } from './model-draft';
import { MoreSettings } from './more-settings';
import { addPairs } from './pair-rows';
import classes from './settings.module.css';

type Props = {
  model: ModelView | null;
  settings: ModelSettings;
  draft: ModelDraft;
  secrets: Secrets;
  errors: FieldErrors;
  onChange: (changes: Partial<ModelDraft>, secrets?: Partial<Secrets>) => void;
  onErrors: (errors: FieldErrors) => void;
};

export function ServerFields({ model, settings, draft, secrets, errors, onChange, onErrors }: Props) {
  const { mutate, reset, data, error, isPending } = useListModels();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list belongs to the server it came from
  useEffect(() => reset(), [draft.baseUrl, secrets.apiKey, reset]);
  const fail = (field: string) => (problem: string) => onErrors({ ...errors, [field]: problem });
  const body = toServerBody(draft, secrets, model?.id ?? null);
  /** Asks the server only about values that can be sent. */
  const whenUsable =
    (ask: () => void, needsModel = false) =>
    () => {
      const found = checkDraft(draft, secrets, needsModel);
      onErrors(found);
      if (Object.keys(found).length === 0) ask();
    };
  // A stored key belongs to a server and works for the server's other models, too.
  const atAddress = settings.models.filter(
    ({ baseUrl }) => baseUrl === draft.baseUrl && draft.baseUrl !== '',
  );
  const stored =
    atAddress.find(({ id }) => id === model?.id) ?? atAddress.find(({ hasKey }) => hasKey) ?? null;
  const offered = data?.models.find(({ id }) => id === draft.model)?.prices ?? null;
  return (
    <>
      {model === null && (
        <LocalServers
          onChoose={(baseUrl, name) =>
            onChange({ baseUrl, model: name ?? draft.model }, { apiKey: undefined })
          }
        />
      )}
      <AddressField
        value={draft.baseUrl}
        error={errors['baseUrl']}
        onChange={(baseUrl) => onChange({ baseUrl })}
        onProblem={fail('baseUrl')}
        onQuery={(baseUrl, pairs) => {
          const { rows, values } = addPairs(draft.query, secrets.query, pairs);
          onChange({ baseUrl, query: rows }, { query: values });
        }}
      />
      <KeyField
        value={secrets.apiKey}
        hasKey={stored?.hasKey ?? false}
        isKeyLost={stored?.isKeyLost ?? false}
        canRemove={stored !== null && stored.id === model?.id}
        error={errors['apiKey']}
        onChange={(apiKey) => onChange({}, { apiKey })}
        onProblem={fail('apiKey')}
      />
      <Autocomplete
        label="Model"
        placeholder="gpt-5-mini"
        data={data?.models.map(({ id }) => id) ?? []}
        value={draft.model}
        error={errors['model']}
        onChange={(name) => onChange({ model: name })}
        inputContainer={(input) => (
          <Group gap="xs" wrap="nowrap">
            <div className={classes['grow']}>{input}</div>
            <Button variant="default" loading={isPending} onClick={whenUsable(() => mutate(body))}>
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
      <MoreSettings
        draft={draft}
        secrets={secrets}
        errors={errors}
        offeredPrices={offered}
        onChange={onChange}
      />
      <ModelCheck
        asked={{ type: 'entered', body }}
        target={{ baseUrl: body.baseUrl, model: body.model ?? '', settings: toCheckedSettings(body) }}
        whenUsable={whenUsable}
      />
    </>
  );
}
