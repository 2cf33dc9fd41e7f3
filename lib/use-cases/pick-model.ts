import type { ModelVerdict } from '../contracts/model-check';
import type { ModelCheck } from '../domain/model-check';
import type { NamedModel } from '../domain/run-event';
import type { ModelDescription, ModelSource } from '../llm/model-source.port';
import { AppError } from '../shared/app-error';

/** The model of a new run: the one with this id, which it then never leaves; without an id the default. */
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

/** The model that a workflow's file names: by its name, whatever the case, or by the id of one that is always there. */
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

/** What the last check of this model at its address said. */
export function findVerdict(
  { baseUrl, model }: Pick<ModelDescription, 'baseUrl' | 'model'>,
  checks: readonly ModelCheck[],
): ModelVerdict | null {
  const found = checks.find((check) => check.baseUrl === baseUrl && check.model === model);
  return found ? { verdict: found.verdict, why: found.why, checkedAt: found.checkedAt } : null;
}

export const noModelNamed = (name: string): string =>
  `This workflow’s file names the model “${name}”, and no saved model has that name. Save one with this name in Settings, or change the file.`;
