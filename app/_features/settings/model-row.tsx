'use client';

import { Badge, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ModelSettings, ModelView } from '@/lib/contracts/settings';
import { useChangeModels } from '../../_client/settings-queries';
import { useFocusSwitch } from '../../_ui/form/use-focus-switch';
import { ModelVerdictLine } from '../../_ui/model/model-verdict-line';
import { announce } from '../../_ui/state/announcer';
import { ListedModelCheck } from './listed-model-check';
import { parseModelDraft, toDraft } from './model-draft';
import { ModelForm } from './model-form';
import classes from './models.module.css';
import { RemoveModel } from './remove-model';
import { useDraftForm } from './use-draft-form';

type Props = { model: ModelView; settings: ModelSettings };

export function ModelRow({ model, settings }: Props) {
  const form = useDraftForm(`settings.model.${model.id}`, parseModelDraft, toDraft(model));
  const focus = useFocusSwitch(form);
  const change = useChangeModels();
  const [isRemoving, removing] = useDisclosure();
  const isSaved = model.source === 'settings' && model.baseUrl !== null && model.id !== 'damaged';
  const place = describePlace(model);
  const choose = () =>
    change.mutate(
      { type: 'choose', id: model.id },
      { onSuccess: () => announce(`${model.name} is now the default.`) },
    );
  return (
    <li className={classes['row']}>
      <div className={classes['words']}>
        <div className={classes['head']}>
          <h3>{model.name}</h3>
          {model.isDefault && (
            <Badge variant="light" size="sm" tt="none">
              Default
            </Badge>
          )}
        </div>
        {place !== '' && (
          <Text size="sm" c="dimmed" className={classes['where']}>
            {place}
          </Text>
        )}
        {(isSaved || model.problem !== null) && (
          <ModelVerdictLine check={model.check} problem={model.problem} hasDate noneText="Not checked yet." />
        )}
        {model.workflows.length > 0 && (
          <Text size="sm" c="dimmed">
            Named by {model.workflows.join(', ')}
          </Text>
        )}
      </div>
      {form.isOpen ? (
        <div className={classes['form']}>
          <ModelForm ref={focus.form} model={model} settings={settings} form={form} />
        </div>
      ) : (
        <Group gap="xs" className={classes['actions']}>
          {isSaved && (
            <Button
              ref={focus.button}
              size="xs"
              variant="default"
              aria-label={`Edit ${model.name}`}
              onClick={form.open}
            >
              Edit
            </Button>
          )}
          {!model.isDefault && (
            <Button
              size="xs"
              variant="default"
              loading={change.isPending}
              aria-label={`Make ${model.name} the default`}
              onClick={choose}
            >
              Make default
            </Button>
          )}
          {isSaved && (
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              aria-label={`Remove ${model.name}`}
              onClick={removing.open}
            >
              Remove…
            </Button>
          )}
        </Group>
      )}
      {change.error && (
        <Text size="sm" c="red" role="alert">
          {change.error.message}
        </Text>
      )}
      {model.source === 'environment' && model.problem === null && <ListedModelCheck model={model} />}
      <RemoveModel model={model} settings={settings} isOpen={isRemoving} onClose={removing.close} />
    </li>
  );
}

function describePlace({ source, name, fullName }: ModelView): string {
  const places = {
    demo: 'A built-in script stands in for the AI so that you can try everything offline. It is not a model, so there is nothing to check.',
    environment: 'Set by environment variables.',
    settings: name === fullName ? '' : fullName,
  };
  return places[source];
}
