import './without-eval';
import * as z from 'zod/mini';

/** `other_approver` is an approver who did not start the run. */
export const highRiskSigner = z.enum(['approver', 'other_approver']);

/** `PUT /api/settings/signing` takes this. */
export const signingBody = z.object({ highRisk: highRiskSigner });
export type SigningBody = z.infer<typeof signingBody>;

/** `GET` and `PUT` of `/api/settings/signing` return this. */
export const signingView = z.extend(signingBody, {
  /** Counts the people whose role signs a high risk. */
  signers: z.number(),
});
export type SigningView = z.infer<typeof signingView>;
