import './without-eval';
import { z } from 'zod';

/** Every answer that is not a success has this body. Match on `code`, never on `message`. */
export const errorBody = z.object({
  error: z.object({
    code: z.string(),
    /** Plain words for a person. */
    message: z.string(),
    /** Messages by field name, for a form. */
    fields: z.record(z.string(), z.string()).optional(),
    /** Finds the log line of an internal error. */
    errorId: z.string().optional(),
    /** What was decided already, and by whom (`already_decided`). */
    approval: z.unknown().optional(),
    /** The run that is still active (`run_active`). */
    runId: z.string().optional(),
    approvalId: z.string().optional(),
  }),
});
export type ErrorBody = z.infer<typeof errorBody>;
