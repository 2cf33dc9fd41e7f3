'use client';

import { settingsOfListed } from '@/lib/contracts/checked-settings';
import type { ModelView } from '@/lib/contracts/settings';
import { ModelCheck } from './model-check';
import classes from './models.module.css';

/** Checks a model without a form, with its saved settings. */
export function ListedModelCheck({ model }: { model: ModelView }) {
  const { id, name, baseUrl, model: modelName } = model;
  if (baseUrl === null || modelName === null) return null;
  return (
    <div className={classes['check']}>
      <ModelCheck
        asked={{ type: 'listed', id }}
        target={{ baseUrl, model: modelName, settings: settingsOfListed(model) }}
        label={`Check the model ${name}`}
      />
    </div>
  );
}
