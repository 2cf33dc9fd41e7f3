import { usageTotal } from './runs';
import './without-eval';
import * as z from 'zod/mini';

export const usageRanges = [7, 30, 90] as const;

/**
 * `GET /api/usage?days=30&timeZone=Europe/Berlin` returns the tokens of the last days, today included, in
 * days of this time zone. A run that goes on is counted at its next pause. `GET /api/usage/export` has the
 * rows as CSV.
 */
export const usageView = z.object({
  /** Lists every day of the range, oldest first: "2026-11-22". */
  days: z.array(z.string()),
  /** Has one row for each day, workflow and model with a reply, oldest day first. */
  rows: z.array(
    z.object({
      day: z.string(),
      /** Holds the workflow's title, its id when the workflow is gone, or "Follow-ups". */
      workflow: z.string(),
      model: z.string(),
      ...usageTotal.shape,
    }),
  ),
  total: usageTotal,
  /** Counts the rows of the table, of any time, that cannot be read. No sum includes them. */
  damagedRows: z.number(),
});
export type UsageView = z.infer<typeof usageView>;
