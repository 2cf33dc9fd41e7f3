import './without-eval';
import * as z from 'zod/mini';

/** Every error response has this body. Match on `code`, never on `message`. */
export const errorBody = z.object({
  error: z.object({
    code: z.string(),
    /** Tells a person in plain words what happened. */
    message: z.string(),
    /** Gives a form its messages by field name. */
    fields: z.optional(z.record(z.string(), z.string())),
    /** The log line of an internal error has the same id. */
    errorId: z.optional(z.string()),
    /**
     * Shows the request as it is now: decided by someone else (`already_decided`), or with a new change
     * (`target_changed`).
     */
    approval: z.optional(z.unknown()),
    /** This run is still active (`run_active`). */
    runId: z.optional(z.string()),
    approvalId: z.optional(z.string()),
    /** Names the nearest folder above a file that is not there (`not_found`). '' is the workspace folder. */
    folder: z.optional(z.string()),
    /** Names the server that has the files (`workspace_unavailable`). */
    server: z.optional(z.string()),
  }),
});
export type ErrorBody = z.infer<typeof errorBody>;
