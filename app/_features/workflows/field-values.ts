import type { WorkflowField } from '@/lib/contracts/workflows';

export type FieldValue = string | number | boolean | string[];
export type FieldValues = Record<string, FieldValue>;

/** What the form begins with: later sources win, and what does not fit a field is left out. */
export function toInitialValues(
  fields: readonly WorkflowField[],
  sources: readonly Readonly<Record<string, unknown>>[],
): FieldValues {
  return Object.fromEntries(
    fields.map((field) => {
      const candidates = sources.map((source) => toFieldValue(field, source[field.name]));
      const given = candidates.findLast((value) => value !== null);
      return [field.name, given ?? toFieldValue(field, field.default) ?? emptyValue(field)];
    }),
  );
}

/** Values as the server wants them: what was left empty is left out. */
export function toParameters(values: FieldValues): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

function toFieldValue(field: WorkflowField, given: unknown): FieldValue | null {
  switch (field.type) {
    case 'switch':
      if (given === 'true' || given === 'false') return given === 'true';
      return typeof given === 'boolean' ? given : null;
    case 'several_choices': {
      const chosen = Array.isArray(given) ? given : typeof given === 'string' ? given.split(',') : null;
      return chosen?.filter((value): value is string => isOption(field, value)) ?? null;
    }
    case 'choice':
      return isOption(field, given) ? given : null;
    case 'number':
      return typeof given === 'number' || (typeof given === 'string' && given !== '') ? given : null;
    case 'date':
      return given === 'today' ? today() : typeof given === 'string' ? given : null;
    default:
      return typeof given === 'string' ? given : null;
  }
}

function isOption(field: WorkflowField, value: unknown): value is string {
  return field.options.some((option) => option.value === value);
}

function emptyValue(field: WorkflowField): FieldValue {
  if (field.type === 'switch') return false;
  return field.type === 'several_choices' ? [] : '';
}

function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}
