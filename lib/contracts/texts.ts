import './without-eval';
import * as z from 'zod/mini';

/** Controls, line breaks, and marks that turn the reading direction until something ends them: other texts beside it would be drawn turned. */
export const disruptsLine = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** A name that people read, on one line. */
export const isLine = () =>
  z.refine<string>((text) => !disruptsLine.test(text), {
    params: { reason: 'contains a line break or a hidden character. Type it again.' },
  });

/** Values by the names of their fields, as they were sent: a name such as `__proto__` is not lost. */
export const formValues = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  { params: { reason: 'must be a JSON object.' } },
);
