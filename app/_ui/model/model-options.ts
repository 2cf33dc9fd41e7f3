import { verdictWords } from '@/lib/contracts/model-check';
import type { ModelChoice } from '@/lib/contracts/workflows';

export type ModelOption = { value: string; label: string };

/** The model with this id was removed since it was picked. */
export function isModelGone(models: readonly ModelChoice[], id: string | null): boolean {
  return id !== null && !models.some((model) => model.id === id);
}

/**
 * What a person may pick, where `picked` is the model so far (null: the default). Null: there is nothing to pick. For one that is
 * gone nobody chooses another but the person: what the work holds may not be for every server.
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
