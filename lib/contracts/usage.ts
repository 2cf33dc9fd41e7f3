import { usageTotal } from './runs';
import './without-eval';
import * as z from 'zod/mini';

export const usageRanges = [7, 30, 90] as const;

/**
 * `GET /api/usage?days=30&timeZone=Europe/Berlin`: tokens of the last days, today included, in days of this time zone. A run that goes
 * on is counted at its next pause. `GET /api/usage/export` has the rows as CSV.
 */
export const usageView = z.object({
  /** Every day of the range, oldest first: "2026-11-22". */
  days: z.array(z.string()),
  /** One for each day, workflow and model with a reply, oldest day first. */
  rows: z.array(
    z.object({
      day: z.string(),
      /** The workflow's title, its id when it is gone, or "Follow-ups". */
      workflow: z.string(),
      model: z.string(),
      ...usageTotal.shape,
    }),
  ),
  total: usageTotal,
  /** Rows of the table, of any time, that cannot be read: no sum has them. */
  damagedRows: z.number(),
});
export type UsageView = z.infer<typeof usageView>;
