import { verdictWords } from '@/lib/contracts/model-check';
import type { ModelChoice } from '@/lib/contracts/workflows';

export type ModelOption = { value: string; label: string };

/** Says whether the picked model has been removed. */
export function isModelGone(models: readonly ModelChoice[], id: string | null): boolean {
  return id !== null && !models.some((model) => model.id === id);
}

/**
 * Returns the models that a person may pick, or null when there is nothing to pick. `picked` is the current
 * model, and null means the default. When the picked model is gone, only the person picks another, because
 * the content of the work may not be meant for every server.
 */
export function toModelOptions(
  models: readonly ModelChoice[],
  picked: string | null,
): { value: string; options: ModelOption[] } | null {
  const isGone = isModelGone(models, picked);
  const shown = models.filter(({ id, isOffered }) => isGone || isOffered || id === picked);
  if (shown.length < 2 && !isGone) return null;
  const options = shown.map((model) => ({ value: model.id, label: describeChoice(model) }));
  if (isGone) return { value: '', options: [{ value: '', label: 'Choose a model' }, ...options] };
  return { value: picked ?? shown.find(({ isDefault }) => isDefault)?.id ?? '', options };
}

function describeChoice({ name, isDefault, problem, check }: ModelChoice): string {
  const known = problem === null ? (check ? verdictWords[check.verdict] : 'not checked') : 'cannot be asked';
  return [name, ...(isDefault ? ['default'] : []), known].join(' · ');
}
