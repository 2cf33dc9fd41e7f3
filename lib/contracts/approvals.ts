import { damage } from './damage';
import { decidedStatus } from './decisions';
import { presentation } from './presentation';
import { risk } from './runs';
import './without-eval';
import * as z from 'zod/mini';

export const approvalStatus = z.enum(['pending', ...decidedStatus.options, 'expired', 'withdrawn']);

/** Says how far a request has come that needs the signatures of several people. */
export const signatures = z.object({
  /**
   * Counts the signatures that are valid together. A list does not look at the target again, so it gives
   * their number at the last signature.
   */
  given: z.number(),
  needed: z.number(),
  /** The person who asks is one of those who signed. */
  isYours: z.boolean(),
});
export type Signatures = z.infer<typeof signatures>;

export const approvalSummary = z.object({
  id: z.string(),
  runId: z.string(),
  /** `GET /api/me` has its name. */
  workspaceId: z.string(),
  /** Both are null for someone else's private conversation: the person who asks may sign, and reads no more. */
  conversationId: z.nullable(z.string()),
  conversationTitle: z.nullable(z.string()),
  workflowTitle: z.string(),
  status: approvalStatus,
  headline: z.string(),
  risk,
  step: z.number(),
  maxSteps: z.number(),
  requestedAt: z.string(),
  /** While the request waits, nobody can decide from this time on. Null means that it does not expire. */
  expiresAt: z.nullable(z.string()),
  startedBy: z.string(),
  /** Null means that the request does not wait, or that one signature is enough. */
  signatures: z.nullable(signatures),
  /** Says why the person who asks may not sign. Null means that they may, or that the request does not wait. */
  whyNotSign: z.nullable(z.string()),
  /** The person who asks may approve it alone with a reason, although others are asked to sign. */
  mayBreakGlass: z.boolean(),
  decidedAt: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** This is the outcome of an approved call. */
  result: z.nullable(
    z.object({
      status: z.enum(['running', 'done', 'failed', 'stopped', 'unknown']),
      summary: z.nullable(z.string()),
      /** Says what a person should check in a result with status `done`: "Ended with exit code 1". */
      warning: z.nullable(z.string()),
    }),
  ),
});
export type ApprovalSummary = z.infer<typeof approvalSummary>;

/** Holds everything a person needs to sign. The server runs exactly the call shown here. */
export const approvalView = z.extend(approvalSummary, {
  riskReason: z.string(),
  /**
   * Says what approving does, in two or three words: "Delete file". Null means that the tool no longer
   * exists.
   */
  act: z.nullable(z.string()),
  preview: z.array(presentation),
  /** Holds the exact parameters, decoded. Long values are complete. */
  parameters: z.array(z.object({ name: z.string(), label: z.string(), value: z.string() })),
  layers: z.number(),
  /** Holds the SHA-256 of the call that runs after approval. */
  callHash: z.string(),
  /**
   * Identifies the call and the state of its target as shown here. An approval that sends it signs exactly
   * this.
   */
  digest: z.string(),
  /**
   * This is set when the target changed after the request. Headline, risk and preview then describe its new
   * state.
   */
  targetChange: z.nullable(
    z.object({
      /** Says what happened to the target. */
      message: z.string(),
      /**
       * Says why the call cannot run in the new state, so that the server refuses an approval, and what the
       * person can do.
       */
      problem: z.nullable(z.string()),
    }),
  ),
  /**
   * Names the server that has the files, where the one that answers could not look at them. The request is then
   * shown as it was made.
   */
  filesOn: z.nullable(z.string()),
  /**
   * Says whom the workflow's file asks for signatures. Null means nobody special, or that the request does not
   * wait.
   */
  signedBy: z.nullable(z.string()),
  /** The model asks to end the run with this call's result. */
  endsRun: z.boolean(),
  /**
   * Lists every decision so far, oldest first. A refusal ends the wait, and so does the last approval that is
   * needed.
   */
  decisions: z.array(
    z.object({
      decision: decidedStatus,
      by: z.string(),
      reason: z.nullable(z.string()),
      /**
       * The person saw this `digest`. Null means that an older version took the decision and did not keep it.
       */
      digest: z.nullable(z.string()),
      at: z.string(),
    }),
  ),
  /** Holds the model's own words around the call. */
  commentary: z.nullable(z.string()),
  /** Lists the headlines of the steps completed before this one, oldest first. */
  doneBefore: z.array(z.object({ step: z.number(), headline: z.string(), summary: z.nullable(z.string()) })),
});
export type ApprovalView = z.infer<typeof approvalView>;

/** `GET /api/approvals/:id/state` is small, so that a page can poll whether its view is still current. */
export const approvalState = z.pick(approvalView, {
  status: true,
  digest: true,
  signatures: true,
  whyNotSign: true,
});
export type ApprovalState = z.infer<typeof approvalState>;

/**
 * Selects pending requests that the person who asks may sign, pending ones that only others may sign, decided
 * ones, or only one kind of decision.
 */
export const approvalFilter = z.enum(['pending', 'others', 'decided', 'approved', 'rejected', 'expired']);
export type ApprovalFilter = z.infer<typeof approvalFilter>;

/** A crash interrupted this step. Its conversation asks the person whether it finished. */
export const unknownOutcome = z.object({
  runId: z.string(),
  conversationId: z.string(),
  conversationTitle: z.string(),
  workflowTitle: z.string(),
  headline: z.string(),
  startedBy: z.string(),
  since: z.string(),
});

/**
 * `GET /api/approvals?status=<ApprovalFilter>&cursor=…&search=…` returns this. The counts and
 * `unknownOutcomes` cover everything that the person who asks may answer, regardless of filter and page. With the
 * filter `others`, `unknownOutcomes` are those that only others may answer.
 */
export const approvalList = z.object({
  approvals: z.array(approvalSummary),
  /** Lists the requests of this page, and the unknown outcomes, that cannot be read. Nobody can sign them. */
  damaged: z.array(damage),
  /** Counts the pending requests that the person who asks may sign and has not signed. */
  pendingCount: z.number(),
  /** The step that has waited longest comes first. The list has at most one page. */
  unknownOutcomes: z.array(unknownOutcome),
  /** Counts everything that waits for the person who asks: pending requests and unknown outcomes. */
  needsYouCount: z.number(),
  /** Counts what waits for others, because the person who asks may not sign it or has signed it. */
  othersCount: z.number(),
  nextCursor: z.nullable(z.string()),
  /**
   * Repeats the `role` of `GET /api/me`. Every open page polls this list, so it learns of a new role without a
   * request more.
   */
  role: z.string(),
});
export type ApprovalList = z.infer<typeof approvalList>;
