import './without-eval';
import * as z from 'zod/mini';

/**
 * Identifies what the person saw (`ApprovalView`), and is kept with the decision. An approval without it, as
 * a script may send it, counts only while the target is as it was when the request was made.
 */
const digest = { digest: z.optional(z.string().check(z.maxLength(200))) };

export const decisionBody = z.discriminatedUnion('decision', [
  z.strictObject({ decision: z.literal('approve'), ...digest }),
  /** An admin approves alone what a workflow's file or the settings leave to others. */
  z.strictObject({
    decision: z.literal('break_glass'),
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(4_000)),
    ...digest,
  }),
  z.strictObject({
    decision: z.literal('reject'),
    reason: z.optional(z.string().check(z.maxLength(4_000))),
    ...digest,
  }),
  /** The model gets the rejection with the guidance and may try something else; the run continues. */
  z.strictObject({
    decision: z.literal('reject_with_guidance'),
    guidance: z.string().check(z.trim(), z.minLength(1), z.maxLength(4_000)),
    ...digest,
  }),
]);
export type DecisionBody = z.infer<typeof decisionBody>;

export const decidedStatus = z.enum(['approved', 'glass_broken', 'rejected', 'rejected_with_guidance']);
export type DecidedStatus = z.infer<typeof decidedStatus>;

/** Says a recorded decision in words. The person's name follows. */
export const decidedBy: Record<DecidedStatus, string> = {
  approved: 'Countersigned by',
  glass_broken: 'Approved alone, breaking glass, by',
  rejected: 'Rejected by',
  rejected_with_guidance: 'Rejected with guidance by',
};
