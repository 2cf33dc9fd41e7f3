import type { WorkflowField } from '@/lib/contracts/workflows';

export type FieldValue = string | number | boolean | string[];
export type FieldValues = Record<string, FieldValue>;

/**
 * Returns the first values of a form. Later sources win, and values that do not fit their field are left out.
 */
export function toInitialValues(
  fields: readonly WorkflowField[],
  sources: readonly Readonly<Record<string, unknown>>[],
): FieldValues {
  return Object.fromEntries(
    fields.map((field) => {
      const candidates = sources.map((source) => toFieldValue(field, source[field.name]));
      const last = candidates.findLast((value) => value !== null);
      return [field.name, last ?? toFieldValue(field, field.default) ?? emptyValue(field)];
    }),
  );
}

/** Returns the values as the server expects them, without empty ones. */
export function toParameters(values: FieldValues): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

function toFieldValue(field: WorkflowField, input: unknown): FieldValue | null {
  switch (field.type) {
    case 'switch':
      if (input === 'true' || input === 'false') return input === 'true';
      return typeof input === 'boolean' ? input : null;
    case 'several_choices': {
      const chosen = Array.isArray(input) ? input : typeof input === 'string' ? input.split(',') : null;
      return chosen?.filter((value): value is string => isOption(field, value)) ?? null;
    }
    case 'choice':
      return isOption(field, input) ? input : null;
    case 'number':
      return typeof input === 'number' || (typeof input === 'string' && input !== '') ? input : null;
    case 'date':
      return input === 'today' ? today() : typeof input === 'string' ? input : null;
    default:
      return typeof input === 'string' ? input : null;
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
