import { findCheck, settingsOfListed } from '../contracts/checked-settings';
import type { ModelVerdict } from '../contracts/model-check';
import type { ModelCheck } from '../db/ports/model-stores.port';
import type { NamedModel } from '../domain/run-event';
import { AppError } from '../shared/app-error';
import type { ModelDescription, ModelSource } from './model-source.port';

/**
 * Returns the model of a new run: the one with this id, which the run then never leaves, or the default when
 * there is no id.
 */
export async function pickModel(
  { models }: { models: Pick<ModelSource, 'inForce' | 'find'> },
  id: string | null | undefined,
): Promise<NamedModel> {
  if (id === null || id === undefined) return models.inForce();
  const found = await models.find(id);
  if (!found)
    throw new AppError(
      'model_unavailable',
      'The model that was picked for this is no longer saved. Pick another one, or start again.',
    );
  return { ...found, bound: { ...found.bound, isPicked: true } };
}

/**
 * Finds the model that a workflow's file names: by its name, in any case, or by the id of one that is always
 * there.
 */
export function findNamedModel<Model extends Pick<ModelDescription, 'id' | 'name'>>(
  models: readonly Model[],
  name: string,
): Model | null {
  const folded = name.toLowerCase();
  return (
    models.find((model) => model.name.toLowerCase() === folded) ??
    models.find(({ id }) => id === folded) ??
    null
  );
}

/** Returns what the last check of this model said. A check with the model's present settings comes first. */
export function findVerdict(
  description: Pick<ModelDescription, 'baseUrl' | 'model' | 'headers' | 'query' | 'tuning'>,
  checks: readonly ModelCheck[],
): ModelVerdict | null {
  const { baseUrl, model } = description;
  if (baseUrl === null || model === null) return null;
  const found = findCheck(checks, { baseUrl, model, settings: settingsOfListed(description) });
  if (!found) return null;
  const { verdict, why, checkedAt } = found.check;
  return { verdict, why, checkedAt, isOfOtherSettings: found.isOfOtherSettings };
}

export const noModelNamed = (name: string): string =>
  `This workflow’s file names the model “${name}”, and no saved model has that name. Save one with this name in Settings, or change the file.`;
