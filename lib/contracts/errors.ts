import './without-eval';
import * as z from 'zod/mini';

/** Every error response has this body. Match on `code`, never on `message`. */
export const errorBody = z.object({
  error: z.object({
    code: z.string(),
    /** Plain words for a person. */
    message: z.string(),
    /** Messages by field name, for a form. */
    fields: z.optional(z.record(z.string(), z.string())),
    /** The id in the log line of an internal error. */
    errorId: z.optional(z.string()),
    /** The request as it is now: decided by someone else (`already_decided`), or with a new change (`target_changed`). */
    approval: z.optional(z.unknown()),
    /** The run that is still active (`run_active`). */
    runId: z.optional(z.string()),
    approvalId: z.optional(z.string()),
    /** The nearest folder above a file that is not there (`not_found`); '' is the workspace folder. */
    folder: z.optional(z.string()),
  }),
});
export type ErrorBody = z.infer<typeof errorBody>;
