import './without-eval';
import * as z from 'zod/mini';

/** A page reads this part of the health report. */
export const health = z.object({
  /**
   * `degraded` means that the server runs, but nothing can be saved for now or a part of the database is
   * damaged. `draining` means that the server ends as soon as its tools have finished.
   */
  status: z.enum(['ok', 'degraded', 'draining']),
  /** Tells a person what is wrong. Null means that nothing is. */
  problem: z.nullable(z.string()),
  isSaving: z.boolean(),
});
