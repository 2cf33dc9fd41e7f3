'use client';

import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ModelSettings, ModelView } from '@/lib/contracts/settings';
import { countOf } from '@/lib/shared/quantities';
import { ApiError } from '../../_client/api-error';
import { useChangeModels } from '../../_client/settings-queries';
import { focusFirstError } from '../../_ui/form/focus-field';
import { announce } from '../../_ui/state/announcer';
import { DraftNotice } from '../../_ui/state/draft-notice';
import { LoadingRows } from '../../_ui/state/loading-rows';
import { onDemand } from '../../_ui/state/on-demand';
import { checkDraft, type FieldErrors, withoutErrorsOf } from './check-draft';
import { type ModelDraft, noSecrets, type Secrets, toModelBody } from './model-draft';
import type { DraftForm } from './use-draft-form';

// The list of models is the heaviest part of the page, and only this form needs it.
const ServerFields = onDemand(
  () => import('./server-fields').then((module) => module.ServerFields),
  () => <LoadingRows rows={4} height={60} />,
);

/** A null `model` adds a new one. */
type Props = {
  model: ModelView | null;
  settings: ModelSettings;
  form: DraftForm<ModelDraft>;
  ref: Ref<HTMLFormElement>;
};

export function ModelForm({ model, settings, form, ref }: Props) {
  const [secrets, setSecrets] = useState<Secrets>(noSecrets);
  const [errors, setErrors] = useState<FieldErrors>({});
  const save = useChangeModels();
  const element = useRef<HTMLFormElement>(null);
  useImperativeHandle<HTMLFormElement | null, HTMLFormElement | null>(ref, () => element.current);
  const draft = form.value;
  const hasSecrets = JSON.stringify(secrets) !== JSON.stringify(noSecrets);

  const change = (changes: Partial<ModelDraft>, nextSecrets: Partial<Secrets> = {}) => {
    save.reset();
    setSecrets({ ...secrets, ...nextSecrets });
    setErrors(withoutErrorsOf(errors, [...Object.keys(changes), ...Object.keys(nextSecrets)]));
    form.change({ ...draft, ...changes });
  };
  const showErrors = (found: FieldErrors) => {
    // React renders at once, so that the wrong fields exist to take the focus, even in a part that was
    // closed.
    flushSync(() => setErrors(found));
    focusFirstError(element.current);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const found = checkDraft(draft, secrets, true);
    showErrors(found);
    if (Object.keys(found).length > 0) return;
    const body = toModelBody(draft, secrets);
    save.mutate(model === null ? { type: 'add', body } : { type: 'change', id: model.id, body }, {
      onSuccess: () => {
        form.discard();
        announce('The model was saved.');
      },
      onError: (error) => showErrors(error instanceof ApiError ? error.fields : {}),
    });
  };
  const errorCount = Object.keys(errors).length;

  return (
    <form
      ref={element}
      tabIndex={-1}
      onSubmit={submit}
      // Escape does not close a form with typed secrets, because a key that goes with the form would be lost.
      onKeyDown={hasSecrets ? undefined : form.onKeyDown}
      noValidate
      aria-label={model === null ? 'Add a model' : `Edit ${model.name}`}
    >
      <Stack gap="md">
        {form.isRestored && <DraftNotice onDiscard={form.discard} />}
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
          <Button variant="subtle" color="gray" onClick={form.discard}>
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
