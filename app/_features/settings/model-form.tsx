'use client';

import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import dynamic from 'next/dynamic';
import { type FormEvent, type Ref, useState } from 'react';
import type { ModelSettings, ModelView } from '@/lib/contracts/settings';
import { countOf } from '@/lib/shared/quantities';
import { ApiError } from '../../_client/api-error';
import type { Draft } from '../../_client/drafts';
import { useChangeModels } from '../../_client/settings-queries';
import { announce } from '../../_ui/state/announcer';
import { DraftNotice } from '../../_ui/state/draft-notice';
import { loadPart } from '../../_ui/state/load-part';
import { LoadingRows } from '../../_ui/state/loading-rows';
import { checkDraft, type FieldErrors, withoutErrorsOf } from './check-draft';
import { type ModelDraft, noSecrets, type Secrets, toDraft, toModelBody } from './model-draft';

// The list to choose a model from is the heaviest part of the page, and it is needed only here.
const ServerFields = dynamic(
  () => loadPart(() => import('./server-fields')).then((module) => module.ServerFields),
  {
    ssr: false,
    loading: () => <LoadingRows rows={4} height={60} />,
  },
);

/** `model` null: a new one. The form is open while there is a draft. */
type Props = {
  model: ModelView | null;
  settings: ModelSettings;
  draft: Draft<ModelDraft>;
  ref: Ref<HTMLFormElement>;
};

export function ModelForm({ model, settings, draft: kept, ref }: Props) {
  const [secrets, setSecrets] = useState<Secrets>(noSecrets);
  const [errors, setErrors] = useState<FieldErrors>({});
  const save = useChangeModels();
  const draft = kept.value;
  if (!draft) return null;

  const change = (changes: Partial<ModelDraft>, nextSecrets: Partial<Secrets> = {}) => {
    save.reset();
    setSecrets({ ...secrets, ...nextSecrets });
    setErrors(withoutErrorsOf(errors, [...Object.keys(changes), ...Object.keys(nextSecrets)]));
    kept.keep({ ...draft, ...changes });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const found = checkDraft(draft, secrets, true);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    const body = toModelBody(draft, secrets);
    save.mutate(model === null ? { type: 'add', body } : { type: 'change', id: model.id, body }, {
      onSuccess: () => {
        kept.discard();
        announce('The model was saved.');
      },
      onError: (error) => setErrors(error instanceof ApiError ? error.fields : {}),
    });
  };
  const isChanged = model === null || JSON.stringify(draft) !== JSON.stringify(toDraft(model));
  const errorCount = Object.keys(errors).length;

  return (
    <form
      ref={ref}
      tabIndex={-1}
      onSubmit={submit}
      noValidate
      aria-label={model === null ? 'Add a model' : `Edit ${model.name}`}
    >
      <Stack gap="md">
        {kept.isRestored && isChanged && <DraftNotice onDiscard={kept.discard} />}
        <ServerFields
          model={model}
          settings={settings}
          draft={draft}
          secrets={secrets}
          errors={errors}
          onChange={change}
          onErrors={setErrors}
        />
        {!model?.isDefault && (
          <Checkbox
            label="Make it the default"
            description="New runs use the default unless another model is picked."
            checked={draft.isDefault}
            onChange={(event) => change({ isDefault: event.currentTarget.checked })}
          />
        )}
        {save.error && errorCount === 0 && (
          <Text size="sm" c="red" role="alert">
            Not saved. {save.error.message}
          </Text>
        )}
        <Group gap="sm">
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
          <Button variant="subtle" color="gray" onClick={kept.discard}>
            Cancel
          </Button>
          {errorCount > 0 && (
            <Text size="sm" c="red" role="alert">
              Fix {countOf(errorCount, 'field')} to continue.
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  );
}
