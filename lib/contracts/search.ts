import './without-eval';
import * as z from 'zod/mini';

/** SQLite refuses very long patterns. */
const maxSearchCharacters = 200;

/**
 * Reads `?search=…` of a list: trimmed, and no more than its beginning. Null means that everything is listed.
 */
export const searchWords = z.pipe(
  z.nullable(z.string()),
  z.transform((words) => words?.trim().slice(0, maxSearchCharacters) || null),
);
