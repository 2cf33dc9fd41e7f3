import type { z } from 'zod';
import { labelOf } from '../contracts/field-labels';

type Issue = z.core.$ZodRawIssue;

/**
 * Says in a sentence with the field's label why a body does not fit. The validator's own words never reach a
 * person.
 */
export function describeIssue(issue: Issue): string {
  const label = labelOfPath(issue.path ?? []);
  switch (issue.code) {
    case 'invalid_type':
      if (isMissing(issue.input)) return `${label} is required.`;
      return `${label} must be ${kinds[issue.expected] ?? 'of another kind'}.`;
    case 'too_small':
      if (issue.minimum === 1 && issue.origin !== 'number') return `${label} is required.`;
      return `${label} must ${toSize('at least', issue.minimum, issue.origin)}.`;
    case 'too_big':
      return `${label} must ${toSize('at most', issue.maximum, issue.origin)}.`;
    case 'unrecognized_keys':
      return `This request takes no ${issue.keys.map((key) => `“${labelOf(key)}”`).join(', ')}.`;
    case 'invalid_union':
      return isMissing(readField(issue.input, issue.path?.at(-1)))
        ? `${label} is required.`
        : `${label} has a value that is not offered.`;
    case 'invalid_value':
      return isMissing(issue.input) ? `${label} is required.` : `${label} has a value that is not offered.`;
    case 'custom':
      if (isMissing(issue.input)) return `${label} is required.`;
      return `${label} ${issue.params?.['reason'] ?? 'is not valid.'}`;
    default:
      return `${label} is not valid.`;
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
  record: 'a JSON object',
  date: 'a date',
};

const units: Readonly<Record<string, string>> = { string: 'characters', array: 'entries', set: 'entries' };

function toSize(bound: string, size: number | bigint, origin: string): string {
  const unit = units[origin];
  return unit ? `have ${bound} ${size.toLocaleString('en-US')} ${unit}` : `be ${bound} ${size}`;
}

function labelOfPath(path: readonly PropertyKey[]): string {
  const name = path.findLast((part) => typeof part === 'string');
  return (name === undefined ? '' : labelOf(name)) || 'The request';
}

function isMissing(input: unknown): boolean {
  return input === undefined || input === null;
}

function readField(input: unknown, name: PropertyKey | undefined): unknown {
  return typeof input === 'object' && input !== null && name !== undefined
    ? Reflect.get(input, name)
    : undefined;
}
