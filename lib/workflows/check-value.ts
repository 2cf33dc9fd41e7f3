import type { WorkflowField } from '../contracts/workflows';
import { countOf, formatCount } from '../shared/quantities';
import { isExactNumber } from './exact-number';
import { requiredMessage } from './required-message';
import type { FieldValue } from './workflow';

export type CheckedValue = { ok: true; value: FieldValue | null } | { ok: false; error: string };

/**
 * Checks one value against its field; `null` means that an optional field is empty. Text is kept to the
 * character (nothing is trimmed), and a string is never converted, except for numbers. Every error is a
 * sentence that names the field by its label.
 */
export function checkValue(field: WorkflowField, raw: unknown): CheckedValue {
  if (isMissing(raw)) return field.required ? failed(requiredMessage(field)) : { ok: true, value: null };
  switch (field.type) {
    case 'text':
    case 'long_text':
      return checkText(field, raw);
    case 'path':
      return checkPath(field, raw);
    case 'number':
      return checkNumber(field, raw);
    case 'switch':
      return typeof raw === 'boolean'
        ? { ok: true, value: raw }
        : failed(`Choose on or off for “${field.label}”.`);
    case 'choice':
      return checkChoice(field, raw);
    case 'several_choices':
      return checkSeveralChoices(field, raw);
    case 'date':
      return typeof raw === 'string' && isCalendarDate(raw)
        ? { ok: true, value: raw }
        : failed(`${subjectOf(field)} must be a date such as 2026-10-02.`);
  }
}

function isMissing(raw: unknown): boolean {
  return raw === undefined || raw === null || raw === '' || (Array.isArray(raw) && raw.length === 0);
}

function checkText(field: WorkflowField, raw: unknown): CheckedValue {
  if (typeof raw !== 'string') return failed(`${subjectOf(field)} must be text.`);
  if (field.required && raw.trim() === '') return failed(requiredMessage(field));
  if (field.type !== 'long_text' && /[\r\n]/.test(raw))
    return failed(`${subjectOf(field)} must be a single line.`);
  if (hasForbiddenCharacter(raw))
    return failed(`${subjectOf(field)} contains a hidden control character. Type it again.`);
  if (field.maxLength !== null && raw.length > field.maxLength) {
    return failed(
      `${subjectOf(field)} can have at most ${countOf(field.maxLength, 'character')}; this has ${formatCount(raw.length)}.`,
    );
  }
  if (field.minLength !== null && raw.length < field.minLength) {
    return failed(
      `${subjectOf(field)} needs at least ${countOf(field.minLength, 'character')}; this has ${formatCount(raw.length)}.`,
    );
  }
  if (field.pattern !== null && !wholePattern(field.pattern).test(raw)) {
    return failed(field.patternMessage ?? `${subjectOf(field)} must have the format ${field.pattern}.`);
  }
  return { ok: true, value: raw };
}

/** Checks only the form of a path, because the tools decide which paths are allowed. */
function checkPath(field: WorkflowField, raw: unknown): CheckedValue {
  const checked = checkText(field, typeof raw === 'string' ? raw.trim() : raw);
  if (!checked.ok || typeof checked.value !== 'string') return checked;
  const path = checked.value;
  if (/^([/\\]|[A-Za-z]:[/\\])/.test(path))
    return failed(`${subjectOf(field)} must be inside the workspace folder, for example notes/plan.md.`);
  if (path.split(/[/\\]/).includes('..'))
    return failed(`${subjectOf(field)} must stay inside the workspace folder. Remove “..”.`);
  return path === '' && !field.required ? { ok: true, value: null } : checked;
}

function checkNumber(field: WorkflowField, raw: unknown): CheckedValue {
  const numeral = typeof raw === 'string' && /^-?\d+(\.\d+)?$/.test(raw) ? raw : null;
  const value = numeral === null ? raw : Number(numeral);
  if (typeof value !== 'number' || Number.isNaN(value))
    return failed(`${subjectOf(field)} must be a number.`);
  // JSON may have rounded the value before: it is then an integer that is not safe, or infinite.
  const isKept = Math.abs(value) <= Number.MAX_SAFE_INTEGER && (numeral === null || isExactNumber(numeral));
  if (!isKept)
    return failed(`${subjectOf(field)} has too many digits, so some would be lost. Enter at most 15.`);
  if (field.min !== null && value < field.min)
    return failed(`${subjectOf(field)} must be ${field.min} or more.`);
  if (field.max !== null && value > field.max)
    return failed(`${subjectOf(field)} must be ${field.max} or less.`);
  return { ok: true, value };
}

function checkChoice(field: WorkflowField, raw: unknown): CheckedValue {
  const option = field.options.find((candidate) => candidate.value === raw);
  return option ? { ok: true, value: option.value } : failed(`Choose an option for “${field.label}”.`);
}

function checkSeveralChoices(field: WorkflowField, raw: unknown): CheckedValue {
  if (!Array.isArray(raw)) return failed(`Choose options for “${field.label}” from the list.`);
  const known = field.options.map((option) => option.value);
  if (!raw.every((item) => typeof item === 'string' && known.includes(item)))
    return failed(`Choose options for “${field.label}” from the list.`);
  const chosen = known.filter((value) => raw.includes(value));
  if (field.min !== null && chosen.length < field.min)
    return failed(`Choose at least ${countOf(field.min, 'option')} for “${field.label}”.`);
  if (field.max !== null && chosen.length > field.max)
    return failed(`Choose at most ${countOf(field.max, 'option')} for “${field.label}”.`);
  return { ok: true, value: chosen };
}

function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function hasForbiddenCharacter(text: string): boolean {
  if (/\p{Surrogate}/u.test(text)) return true;
  for (const character of text) {
    const code = character.charCodeAt(0);
    if ((code < 32 && code !== 9 && code !== 10 && code !== 13) || code === 127) return true;
  }
  return false;
}

/** Writes the label as the beginning of a sentence. */
function subjectOf({ label }: WorkflowField): string {
  return /[?!.:]$/.test(label) ? `“${label}”` : label;
}

/** The pattern must match the complete value, as in an HTML form. */
function wholePattern(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, 'u');
}

function failed(error: string): CheckedValue {
  return { ok: false, error };
}
