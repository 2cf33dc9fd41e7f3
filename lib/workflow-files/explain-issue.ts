import type { z } from 'zod';
import { findClosest } from './find-closest';

export const missing = 'is missing';
const maxListed = 10;
const maxClosest = 3;
const maxQuotedCharacters = 40;

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of settings',
  record: 'a group of settings',
};

/**
 * Explains the mistake in one setting of a file. The text follows the setting's name and has no period at the
 * end.
 */
export const explainIssue: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined) return missing;
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? 'something else'}`;
    case 'invalid_value':
      return explainChoice(issue.input, issue.values.map(String));
    case 'too_small':
      return issue.origin === 'string' ? 'must not be empty' : `must be ${issue.minimum} or more`;
    case 'too_big': {
      if (issue.origin === 'string') return `can have at most ${issue.maximum} characters`;
      return issue.origin === 'array'
        ? `can have at most ${issue.maximum} entries`
        : `must be ${issue.maximum} or less`;
    }
    case 'custom':
      return String(issue.params?.['reason'] ?? 'cannot be used like this');
    default:
      return 'cannot be used like this';
  }
};

function explainChoice(input: unknown, values: readonly string[]): string {
  const text = typeof input === 'object' ? '' : String(input);
  const isShort = values.length <= maxListed;
  const named = (isShort ? values : findClosest(text, values, maxClosest))
    .map((value) => `“${value}”`)
    .join(', ');
  const fault = typeof input === 'object' ? 'must be text' : `“${shorten(text)}” is not a known value`;
  return `${fault}. ${isShort ? 'Use one of' : 'The closest are'} ${named}`;
}

/** Returns the beginning of a value, to be quoted. */
export function shorten(text: string): string {
  return text.length > maxQuotedCharacters ? `${text.slice(0, maxQuotedCharacters).toWellFormed()}…` : text;
}
