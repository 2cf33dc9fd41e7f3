import { z } from 'zod';

/** Reads a whole number from a variable. The message names the variable and its valid values. */
export const count = (name: string, min: number, max: number) =>
  z.coerce
    .number(`${name} must be a number`)
    .int(`${name} must be a whole number`)
    .min(min, `${name} must be at least ${min}`)
    .max(max, `${name} must be at most ${max}`);
