import { damage } from './damage';
import { decidedStatus } from './decisions';
import { presentation } from './presentation';
import './without-eval';
import * as z from 'zod/mini';

export const approvalStatus = z.enum(['pending', ...decidedStatus.options, 'expired', 'withdrawn']);

/** How far a request is that needs the signatures of several people. */
export const signatures = z.object({
  /** Those that count together. A list does not look at the target again: there it is their number at the last signature. */
  given: z.number(),
  needed: z.number(),
  /** The person who asks is one of those who signed. */
  isYours: z.boolean(),
});
export type Signatures = z.infer<typeof signatures>;

export const approvalSummary = z.object({
  id: z.string(),
  runId: z.string(),
  conversationId: z.string(),
  conversationTitle: z.string(),
  workflowTitle: z.string(),
  status: approvalStatus,
  headline: z.string(),
  risk: z.enum(['low', 'medium', 'high']),
  step: z.number(),
  maxSteps: z.number(),
  requestedAt: z.string(),
  /** While it waits: nobody can decide from then on. Null: it does not expire. */
  expiresAt: z.nullable(z.string()),
  startedBy: z.string(),
  /** Null: it does not wait, or one signature is enough. */
  signatures: z.nullable(signatures),
  decidedAt: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** The outcome of an approved call. */
  result: z.nullable(
    z.object({
      status: z.enum(['running', 'done', 'failed', 'stopped', 'unknown']),
      summary: z.nullable(z.string()),
      /** Status `done` with a result to check: "Ended with exit code 1". */
      warning: z.nullable(z.string()),
    }),
  ),
});
export type ApprovalSummary = z.infer<typeof approvalSummary>;

/** Everything a person needs to sign. The server runs exactly the call shown here. */
export const approvalView = z.extend(approvalSummary, {
  riskReason: z.string(),
  /** What approving it does, in two or three words: "Delete file". Null: its tool no longer exists. */
  act: z.nullable(z.string()),
  preview: z.array(presentation),
  /** The exact parameters, decoded; long values are complete. */
  parameters: z.array(z.object({ name: z.string(), label: z.string(), value: z.string() })),
  layers: z.number(),
  /** SHA-256 of the call that runs when this is approved. */
  callHash: z.string(),
  /** Identifies the call and the state of its target as shown here. An approval that sends it signs exactly this. */
  digest: z.string(),
  /** Set when the target changed after the request; headline, risk and preview are then those of its new state. */
  targetChange: z.nullable(
    z.object({
      message: z.string(),
      /** Why the call cannot run in the new state, so that the server refuses an approval. */
      problem: z.nullable(z.string()),
    }),
  ),
  /** The model asks to end the run with this call's result. */
  endsRun: z.boolean(),
  /** Every decision so far, oldest first. The wait ends with a refusal, or with the last approval that is needed. */
  decisions: z.array(
    z.object({
      decision: decidedStatus,
      by: z.string(),
      reason: z.nullable(z.string()),
      /** The `digest` that the person saw. Null: decided by an older version, which did not keep it. */
      digest: z.nullable(z.string()),
      at: z.string(),
    }),
  ),
  /** The model's own words around the call. */
  commentary: z.nullable(z.string()),
  /** Headlines of the completed steps before it, oldest first. */
  doneBefore: z.array(z.object({ step: z.number(), headline: z.string(), summary: z.nullable(z.string()) })),
});
export type ApprovalView = z.infer<typeof approvalView>;

/** `GET /api/approvals/:id/state`: small, for polling whether the view is still current. */
export const approvalState = z.pick(approvalView, { status: true, digest: true, signatures: true });
export type ApprovalState = z.infer<typeof approvalState>;

/** Pending requests, decided ones, or only one kind of decision. */
export const approvalFilter = z.enum(['pending', 'decided', 'approved', 'rejected', 'expired']);
export type ApprovalFilter = z.infer<typeof approvalFilter>;

/** A step that a crash interrupted: its conversation asks the person whether it finished. */
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
 * `GET /api/approvals?status=<ApprovalFilter>&cursor=…&search=…`. The counts and `unknownOutcomes` cover the complete server,
 * regardless of filter and page.
 */
export const approvalList = z.object({
  approvals: z.array(approvalSummary),
  /** Requests that belong on this page, and unknown outcomes, that cannot be read. Nobody can sign them. */
  damaged: z.array(damage),
  pendingCount: z.number(),
  /** Longest waiting first, at most a page of them. */
  unknownOutcomes: z.array(unknownOutcome),
  /** Everything that waits for a person: pending approvals and unknown outcomes. */
  needsYouCount: z.number(),
  nextCursor: z.nullable(z.string()),
});
export type ApprovalList = z.infer<typeof approvalList>;
