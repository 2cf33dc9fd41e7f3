import './without-eval';
import * as z from 'zod/mini';

/** The part of the health report that a page reads. */
export const health = z.object({
  /** `degraded`: the server runs, and nothing can be saved for now or a part of the database is damaged. */
  status: z.enum(['ok', 'degraded']),
  /** What is wrong, in words for a person; null: nothing. */
  problem: z.nullable(z.string()),
  isSaving: z.boolean(),
});
