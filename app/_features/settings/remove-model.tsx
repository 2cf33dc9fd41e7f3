'use client';

import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ModelSettings, ModelView } from '@/lib/contracts/settings';
import { useChangeModels } from '../../_client/settings-queries';
import { useLayer } from '../../_ui/layer/use-layer';
import { announce } from '../../_ui/state/announcer';

type Props = { model: ModelView; settings: ModelSettings; isOpen: boolean; onClose: () => void };

/** Asks first, because the key is then gone for good. */
export function RemoveModel({ model, settings, isOpen, onClose }: Props) {
  const layer = useLayer(isOpen, onClose);
  const remove = useChangeModels();
  const removeNow = () =>
    remove.mutate(
      { type: 'remove', id: model.id },
      {
        onSuccess: () => {
          announce(`${model.name} was removed.`);
          onClose();
        },
      },
    );
  return (
    <Modal {...layer} opened={isOpen} onClose={onClose} title={`Remove ${model.name}?`} centered>
      <Stack>
        <ul style={{ margin: 0, paddingInlineStart: '1.25rem' }}>
          {listConsequences(model, settings).map((words) => (
            <li key={words}>
              <Text size="sm">{words}</Text>
            </li>
          ))}
        </ul>
        {remove.error && (
          <Text size="sm" c="red" role="alert">
            {remove.error.message}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Keep it
          </Button>
          <Button color="red" loading={remove.isPending} onClick={removeNow}>
            Remove
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function listConsequences(model: ModelView, { models }: ModelSettings): string[] {
  const hasSecrets = model.hasKey || model.isKeyLost || model.headers.length > 0;
  const isAlone = !models.some(({ id, baseUrl }) => id !== model.id && baseUrl === model.baseUrl);
  const next =
    models.find(({ source }) => source === 'environment') ?? models.find(({ source }) => source === 'demo');
  return [
    hasSecrets ? 'Its settings and its key are deleted.' : 'Its settings are deleted.',
    ...(model.isDefault && next ? [`New runs use ${next.name} until you choose another default.`] : []),
    ...(hasSecrets && isAlone ? ['Unfinished runs that started with this model can no longer use it.'] : []),
    ...model.workflows.map(
      (title) => `“${title}” names it in its file, and cannot start until that is changed.`,
    ),
  ];
}
