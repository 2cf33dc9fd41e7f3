'use client';

import type { ModelSettings, ModelView } from '@/lib/contracts/settings';
import { useChangeModels } from '../../_client/settings-queries';
import { ConfirmDialog } from '../../_ui/layer/confirm-dialog';

type Props = { model: ModelView; settings: ModelSettings; isOpen: boolean; onClose: () => void };

/** Asks first, because the key is then gone for good. */
export function RemoveModel({ model, settings, isOpen, onClose }: Props) {
  const remove = useChangeModels();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Remove ${model.name}?`}
      confirm="Remove"
      cancel="Keep it"
      action={remove}
      onConfirm={(options) => remove.mutate({ type: 'remove', id: model.id }, options)}
      done={`${model.name} was removed.`}
      onClose={onClose}
    >
      <ul style={{ margin: 0, paddingInlineStart: '1.25rem' }}>
        {listConsequences(model, settings).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </ConfirmDialog>
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
