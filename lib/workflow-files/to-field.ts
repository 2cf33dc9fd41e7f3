import type { WorkflowField } from '../contracts/workflows';
import { findPatternFault, maxPatternedCharacters } from '../workflows/check-pattern';
import { checkValue } from '../workflows/check-value';
import type { FieldOption, FieldType, FieldValue } from '../workflows/workflow';
import type { ParameterEntry } from './front-matter';

/** Names a mistake in one setting of a parameter; `key` is the setting's name. */
export type FieldFault = { key: string; reason: string };

const choiceTypes: readonly FieldType[] = ['choice', 'several_choices'];
const textTypes: readonly FieldType[] = ['text', 'long_text', 'path'];
const maxLengthByType: Partial<Record<FieldType, number>> = { text: 500, long_text: 20_000, path: 500 };

/** Each setting works for these types only; other types would silently ignore it. */
const typesBySetting: [keyof ParameterEntry, readonly FieldType[]][] = [
  ['pattern', ['text', 'path']],
  ['pattern_message', ['text', 'path']],
  ['min', ['number', 'several_choices']],
  ['max', ['number', 'several_choices']],
  ['min_length', textTypes],
  ['max_length', textTypes],
  ['unit', ['number']],
  ['expects', ['path']],
  ['instruction', ['text', 'long_text']],
  ['options', choiceTypes],
];

/** YAML 1.2 reads only true and false as booleans. */
const switchWords: Partial<Record<string, boolean>> = {
  on: true,
  yes: true,
  true: true,
  off: false,
  no: false,
  false: false,
};

/** Converts a parameter of the file to a field of the form, and names settings that contradict each other. */
export function toField(entry: ParameterEntry): { field: WorkflowField; faults: FieldFault[] } {
  const field: WorkflowField = {
    name: entry.name,
    label: entry.label,
    type: entry.type,
    required: entry.required,
    default: null,
    help: entry.help ?? null,
    placeholder: entry.placeholder ?? null,
    pattern: entry.pattern ?? null,
    patternMessage: entry.pattern_message ?? null,
    min: entry.min ?? null,
    max: entry.max ?? null,
    minLength: entry.min_length ?? null,
    maxLength: maxLengthOf(entry),
    unit: entry.unit ?? null,
    options: (entry.options ?? []).map(toOption),
    expects: entry.expects,
    isInstruction: entry.instruction,
  };
  const faults = findFaults(entry, field);
  if (faults.length === 0 && entry.default !== undefined) {
    const checked = checkDefault(field, entry.default);
    if (checked.error !== null)
      faults.push({ key: 'default', reason: `The default does not fit: ${checked.error}` });
    field.default = checked.value;
  }
  return { field, faults };
}

function findFaults(entry: ParameterEntry, field: WorkflowField): FieldFault[] {
  const faults: FieldFault[] = [];
  for (const [key, types] of typesBySetting) {
    if (entry[key] !== undefined && !types.includes(entry.type)) {
      faults.push({ key, reason: `“${key}” has no effect for the type ${entry.type}.` });
    }
  }
  if (choiceTypes.includes(entry.type) && field.options.length === 0) {
    faults.push({ key: 'type', reason: `The type ${entry.type} needs options.` });
  }
  if (new Set(field.options.map((option) => option.value)).size < field.options.length) {
    faults.push({ key: 'options', reason: 'Two options have the same value.' });
  }
  if (field.min !== null && field.max !== null && field.min > field.max) {
    faults.push({ key: 'min', reason: `min (${field.min}) is more than max (${field.max}).` });
  }
  if (field.minLength !== null && field.maxLength !== null && field.minLength > field.maxLength) {
    faults.push({ key: 'min_length', reason: `min_length is more than max_length (${field.maxLength}).` });
  }
  const patternFault = field.pattern === null ? null : findPatternFault(field.pattern);
  if (patternFault !== null) faults.push({ key: 'pattern', reason: `The pattern ${patternFault}.` });
  if (field.pattern !== null && (entry.max_length ?? 0) > maxPatternedCharacters) {
    const reason = `With a pattern, max_length can be ${maxPatternedCharacters} at most.`;
    faults.push({ key: 'max_length', reason });
  }
  return faults;
}

function checkDefault(
  field: WorkflowField,
  value: FieldValue,
): { value: FieldValue | null; error: string | null } {
  if (field.type === 'date' && value === 'today') return { value, error: null };
  if (field.type === 'switch') {
    const isOn = typeof value === 'string' ? switchWords[value.toLowerCase()] : value;
    return typeof isOn !== 'boolean'
      ? { value: null, error: 'Write true or false.' }
      : { value: isOn, error: null };
  }
  const checked = checkValue({ ...field, required: false }, value);
  return checked.ok ? { value: checked.value, error: null } : { value: null, error: checked.error };
}

function maxLengthOf(entry: ParameterEntry): number | null {
  const usual = maxLengthByType[entry.type] ?? null;
  if (usual === null) return null;
  return entry.max_length ?? (entry.pattern === undefined ? usual : Math.min(usual, maxPatternedCharacters));
}

function toOption(option: NonNullable<ParameterEntry['options']>[number]): FieldOption {
  return typeof option === 'object' ? option : { value: option, label: option };
}
