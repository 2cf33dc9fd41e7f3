import './without-eval';
import * as z from 'zod/mini';
import { hasHiddenInProse } from '../shared/hidden-characters';

/** Says whether a text is one line in which people see every character. */
export function isVisibleLine(text: string): boolean {
  return !/[\t\n]/.test(text) && !hasHiddenInProse(text);
}

/** Accepts a name that people read, on one line. */
export const isLine = () =>
  z.refine<string>(isVisibleLine, {
    params: { reason: 'contains a line break or a hidden character. Type it again.' },
  });

/** Holds values by the names of their fields, as they were sent. A name such as `__proto__` is not lost. */
export const formValues = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  { params: { reason: 'must be a JSON object.' } },
);
