'use client';

import type { ModelView } from '@/lib/contracts/settings';
import { toCheckedSettings } from '@/lib/shared/checked-settings';
import { ModelCheck } from './model-check';
import classes from './models.module.css';

/** Checks a model without a form, with its saved settings. */
export function ListedModelCheck({ model }: { model: ModelView }) {
  const { id, name, baseUrl, model: modelName, headers, query, tuning } = model;
  if (baseUrl === null || modelName === null) return null;
  const toPairs = (names: readonly string[]) => names.map((one) => ({ name: one }));
  const settings = toCheckedSettings({ ...tuning, query: toPairs(query), headers: toPairs(headers) });
  return (
    <div className={classes['check']}>
      <ModelCheck
        asked={{ type: 'listed', id }}
        target={{ baseUrl, model: modelName, settings }}
        label={`Check the model ${name}`}
      />
    </div>
  );
}
