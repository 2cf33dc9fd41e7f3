import { formValues } from './texts';
import { workspaceId } from './workspaces';
import './without-eval';
import * as z from 'zod/mini';

export const startRunBody = z.strictObject({
  parameters: formValues,
  conversationId: z.optional(z.string()),
  /** A new conversation begins in this workspace. A conversation keeps its own. */
  workspaceId,
  /** Two posts with one key start one run. */
  idempotencyKey: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  /**
   * The person picked this model. When they pick none, the server takes the one that the workflow's file
   * names, else the default.
   */
  modelId: z.optional(z.string().check(z.maxLength(100))),
  /** For a direct workflow, this is the `planHash` of the plan that the person agreed to. */
  consent: z.optional(z.string().check(z.maxLength(200))),
});
export type StartRunBody = z.infer<typeof startRunBody>;

export const startedRun = z.object({ runId: z.string(), conversationId: z.string() });
export type StartedRun = z.infer<typeof startedRun>;

/** A person states this about a call that a crash interrupted. */
export const settleOutcomeBody = z.discriminatedUnion('choice', [
  z.strictObject({ choice: z.literal('worked'), result: z.string().check(z.maxLength(100_000)) }),
  z.strictObject({ choice: z.literal('run_again') }),
  z.strictObject({ choice: z.literal('abort') }),
]);
export type SettleOutcomeBody = z.infer<typeof settleOutcomeBody>;

export const emptyBody = z.strictObject({});
