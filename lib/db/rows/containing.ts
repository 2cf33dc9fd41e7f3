import type { Database } from '../ports/database';

/**
 * Selects texts that hold `text`. PostgreSQL takes a backslash in a pattern as the quote of the next character,
 * and SQLite takes it as it is.
 */
export const containing = ({ durability }: Database, text: string) => ({
  contains: durability.kind === 'postgresql' ? text.replaceAll('\\', '\\\\') : text,
});
