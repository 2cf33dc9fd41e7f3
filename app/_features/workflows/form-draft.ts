import { useDraft } from '../../_client/drafts';
import type { FieldValues } from './field-values';

type FormDraft = { origin: string; values: Readonly<Record<string, unknown>> };

/**
 * Keeps the typed values of a workflow's form until it starts. A link or an earlier run that fills in the
 * form wins over a draft, unless the draft began from the same values.
 */
export function useFormDraft(
  { id, formerIds }: { id: string; formerIds: readonly string[] },
  prefilled: Readonly<Record<string, unknown>>,
) {
  const formerNames = formerIds.map(toDraftName);
  const draft = useDraft(toDraftName(id), parseFormDraft, formerNames);
  const origin = JSON.stringify(prefilled);
  const isUsable = draft.value !== null && (origin === '{}' || origin === draft.value.origin);
  return {
    values: isUsable ? (draft.value?.values ?? {}) : {},
    keep: (values: FieldValues) => draft.keep({ origin, values }),
    discard: draft.discard,
  };
}

const toDraftName = (workflowId: string) => `form.${workflowId}`;

/** Reads a stored draft. The form checks the values against their fields when it uses them. */
function parseFormDraft(stored: unknown): FormDraft | null {
  if (typeof stored !== 'object' || stored === null) return null;
  if (!('origin' in stored && 'values' in stored)) return null;
  const { origin, values } = stored;
  if (typeof origin !== 'string' || typeof values !== 'object' || values === null) return null;
  return { origin, values: { ...values } };
}
